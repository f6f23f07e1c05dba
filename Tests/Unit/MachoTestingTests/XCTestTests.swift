import MachoTesting
import XCTest

final class ScriptXCTests: XCTestCase {
  func testScriptsThatPass() {
    for script in MachoScript.all(in: "Scripts") { script.run(Lamp.features, in: self) }
  }

  #if !canImport(Darwin)
    private var failures: [(line: Int, text: String)] = []
    private var isCapturing = false

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      if isCapturing {
        failures.append((lineNumber, description))
      } else {
        super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }

    func testFailuresHaveTheLinesOfTheScript() {
      isCapturing = true
      for script in MachoScript.all(in: "Failing") { script.run(Lamp.features, in: self) }
      isCapturing = false
      XCTAssertEqual(failures.map(\.line), [6, 5, 3, 5, 7, 3])
    }
  #endif
}
