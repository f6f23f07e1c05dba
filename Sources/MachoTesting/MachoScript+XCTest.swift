#if canImport(XCTest)
  public import MachoAdapters
  public import XCTest

  extension MachoScript {
    /// Runs the script as a part of an XCTest; what is wrong fails it at the script's line.
    ///
    /// ```swift
    /// final class ScriptTests: XCTestCase {
    ///   func testScripts() {
    ///     for script in MachoScript.all(in: "Scripts") { script.check(features, in: self) }
    ///   }
    /// }
    /// ```
    ///
    /// A script that says `skip` passes, as the others of the same test are not to be left out.
    public func run(_ features: [Feature], isStrict: Bool = false, in test: XCTestCase) {
      guard let mistakes = try? failures(features, isStrict: isStrict) else { return }
      for mistake in mistakes {
        #if canImport(Darwin)
          let location = XCTSourceCodeLocation(filePath: path, lineNumber: mistake.line)
          test.record(
            XCTIssue(
              type: .assertionFailure, compactDescription: mistake.text,
              sourceCodeContext: XCTSourceCodeContext(location: location)))
        #else
          test.recordFailure(
            withDescription: mistake.text, inFile: path, atLine: mistake.line, expected: true)
        #endif
      }
    }
  }
#endif
