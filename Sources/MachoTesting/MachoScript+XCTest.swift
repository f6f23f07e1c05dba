#if canImport(XCTest)
  public import MachoAdapters
  public import XCTest

  extension MachoScript {
    /// Runs the script as a part of an XCTest. Failures are recorded at the script's lines.
    ///
    /// ```swift
    /// final class ScriptTests: XCTestCase {
    ///   func testScripts() {
    ///     for script in MachoScript.all(in: "Scripts") { script.run(features, in: self) }
    ///   }
    /// }
    /// ```
    ///
    /// A script with `skip` passes, because skipping the test would also skip the other scripts.
    ///
    /// - Parameters:
    ///   - features: The features that the script can open.
    ///   - isStrict: Whether uncompared output is a failure, as with `--strict`. Default: `false`.
    ///   - test: The test case in which failures are recorded.
    public func run(_ features: [Feature], isStrict: Bool = false, in test: XCTestCase) {
      guard let failures = try? failures(features, isStrict: isStrict) else { return }
      for failure in failures {
        #if canImport(Darwin)
          let location = XCTSourceCodeLocation(filePath: path, lineNumber: failure.line)
          test.record(
            XCTIssue(
              type: .assertionFailure, compactDescription: failure.text,
              sourceCodeContext: XCTSourceCodeContext(location: location)))
        #else
          test.recordFailure(
            withDescription: failure.text, inFile: path, atLine: failure.line, expected: true)
        #endif
      }
    }
  }
#endif
