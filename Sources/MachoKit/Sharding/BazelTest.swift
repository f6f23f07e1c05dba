import Foundation

/// What Bazel expects of a test program: it creates a file to confirm that it supports shards, writes JUnit
/// XML to a given path, and writes temporary files only in a given directory.
struct BazelTest {
  private let environment: [String: String]

  /// Returns `nil` if Bazel does not run this process.
  init?(_ environment: [String: String]) {
    // Before version 5, Bazel does not set the first, and the second only if there are several shards.
    let sets = [["BAZEL_TEST"], ["TEST_TOTAL_SHARDS"], ["TEST_TARGET", "TEST_SRCDIR"]]
    guard sets.contains(where: { $0.allSatisfy { environment[$0] != nil } }) else { return nil }
    self.environment = environment
  }

  /// Where the JUnit report goes.
  var reportPath: String? { path("XML_OUTPUT_FILE") }

  /// The argument of `bazel test --test_filter`.
  var filter: String? { path("TESTBRIDGE_TEST_ONLY") }

  /// Confirms the support of shards and sets the directory of temporary files. Returns a message if
  /// that fails.
  func start() -> String? {
    if let directory = path("TEST_TMPDIR") { setenv("TMPDIR", directory, 1) }
    for variable in ["TEST_SHARD_STATUS_FILE", "TEST_PREMATURE_EXIT_FILE"] {
      guard let file = path(variable) else { continue }
      guard FileManager.default.createFile(atPath: file, contents: nil) else {
        return "cannot write \(file), which \(variable) names"
      }
    }
    return nil
  }

  /// Removes the file that tells Bazel of an early exit.
  func finish() {
    guard let file = path("TEST_PREMATURE_EXIT_FILE") else { return }
    try? FileManager.default.removeItem(atPath: file)
  }

  private func path(_ variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }
}
