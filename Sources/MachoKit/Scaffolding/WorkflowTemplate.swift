/// A workflow of GitHub Actions that builds a driver and runs its scripts. The page ContinuousIntegration of
/// the documentation explains it.
struct WorkflowTemplate {
  /// Where the workflow is, relative to the root of a repository.
  static let path = ".github/workflows/macho.yml"

  /// The name of the executable.
  let product: String
  /// The name of its target.
  let driver: String
  /// The directory of the driver's package, relative to the root of the repository. Default: the root.
  var directory = ""

  /// The beginning of paths that are relative to the root of the repository.
  private var prefix: String { directory.isEmpty ? "" : directory + "/" }

  private var workingDirectory: String {
    directory.isEmpty
      ? ""
      : """

          defaults:
            run:
              working-directory: \(directory)
      """
  }

  /// The files that a cached build depends on. The sources of an app are outside of its driver's package.
  private var sources: String { directory.isEmpty ? "Sources/**" : "**/*.swift" }

  var text: String {
    """
    name: scripts
    on: [push, pull_request]
    jobs:
      scripts:
        runs-on: ubuntu-latest
        container: swift:6.3\(workingDirectory)
        permissions:
          contents: read
          pull-requests: write
        steps:
          - uses: actions/checkout@v4
            with:
              fetch-depth: 0
          - run: apt-get update && apt-get install -y libedit-dev
          - uses: actions/cache@v4
            with:
              path: \(prefix).build
              key: build-${{ hashFiles('\(prefix)Package.swift', '\(prefix)Package.resolved', '\(sources)') }}
              restore-keys: build-
          - run: swift build --build-tests
          # All errors of all scripts that need no run: syntax, and the types of actions, states and stubs.
          - run: .build/debug/\(product) check scripts
          - run: swift test --skip-build
          # The driver runs each script in a process of its own and writes a report.
          - run: .build/debug/\(product) test --strict --format junit --output junit.xml scripts
          # What the pull request does differently from its target. Fails for a difference that
          # scripts/accepted-differences does not list: add it with 'compare --accept ... --update'.
          - if: github.event_name == 'pull_request'
            env:
              BASE: origin/${{ github.base_ref }}
            run: |
              git config --global --add safe.directory "$GITHUB_WORKSPACE"
              git show "$BASE:\(prefix)Package.swift" | grep -q '"\(driver)"' || exit 0
              .build/debug/\(product) compare --base "$BASE" --accept scripts/accepted-differences --output comparison
          - if: always() && hashFiles('\(prefix)comparison/comparison.md') != ''
            run: cat comparison/comparison.md >>"$GITHUB_STEP_SUMMARY"
          # The token of a pull request from a fork cannot comment.
          - if: always() && hashFiles('\(prefix)comparison/comparison.md') != ''
            continue-on-error: true
            uses: actions/github-script@v7
            with:
              script: |
                const body = require('fs').readFileSync('\(prefix)comparison/comparison.md', 'utf8')
                await github.rest.issues.createComment({ ...context.repo, issue_number: context.issue.number, body })
          - uses: actions/upload-artifact@v4
            if: always()
            with:
              name: reports
              path: |
                \(prefix)junit.xml
                \(prefix)comparison

    """
  }
}
