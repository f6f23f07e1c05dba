/// The files around the driver: tests, version control and CI.
extension PackageTemplate {
  /// The test target: each script is a case of `swift test`.
  var testText: String {
    """
    import MachoTesting
    import Testing

    @testable import \(Self.moduleName(of: driver))

    @Test(arguments: MachoScript.all(in: "../../scripts"))
    func `a script passes`(_ script: MachoScript) throws { try script.run(Driver().features) }

    """
  }

  /// The patterns of a `.gitignore`, with a reason for those that only macho needs.
  static let ignoredFiles = [
    (pattern: ".build/", reason: nil),
    (pattern: ".swiftpm/", reason: nil),
    (pattern: "*.macho.new", reason: "Expectations that await review."),
  ]

  /// A new `.gitignore`.
  var ignoreText: String {
    Self.ignoredFiles.map { pattern, reason in
      (reason.map { "# \($0)\n" } ?? "") + pattern + "\n"
    }.joined()
  }

  /// The patterns that an existing `.gitignore` lacks.
  static func patterns(missingIn text: String) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      // Git ignores trailing spaces. A directory is also ignored by its name alone.
      line.trimmingSuffix { $0 == " " }.trimmingSuffix { $0 == "/" }
    }
    return ignoredFiles.map(\.pattern).filter { pattern in
      let name = pattern.trimmingSuffix { $0 == "/" }
      return !lines.contains { $0 == name || $0 == "/" + name }
    }
  }

  /// A workflow of GitHub Actions. The page ContinuousIntegration of the documentation explains it.
  var workflowText: String {
    """
    name: scripts
    on: [push, pull_request]
    jobs:
      scripts:
        runs-on: ubuntu-latest
        container: swift:6.3
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
              path: .build
              key: build-${{ hashFiles('Package.swift', 'Package.resolved', 'Sources/**') }}
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
              git show "$BASE:Package.swift" | grep -q '"\(driver)"' || exit 0
              .build/debug/\(product) compare --base "$BASE" --accept scripts/accepted-differences --output comparison
          - if: always() && hashFiles('comparison/comparison.md') != ''
            run: cat comparison/comparison.md >>"$GITHUB_STEP_SUMMARY"
          # The token of a pull request from a fork cannot comment.
          - if: always() && hashFiles('comparison/comparison.md') != ''
            continue-on-error: true
            uses: actions/github-script@v7
            with:
              script: |
                const body = require('fs').readFileSync('comparison/comparison.md', 'utf8')
                await github.rest.issues.createComment({ ...context.repo, issue_number: context.issue.number, body })
          - uses: actions/upload-artifact@v4
            if: always()
            with:
              name: reports
              path: |
                junit.xml
                comparison

    """
  }
}

extension Substring {
  /// Returns the text without the characters at its end that match.
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    guard let last = lastIndex(where: { !isTrimmed($0) }) else { return prefix(0) }
    return self[...last]
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    self[...].trimmingSuffix(while: isTrimmed)
  }
}
