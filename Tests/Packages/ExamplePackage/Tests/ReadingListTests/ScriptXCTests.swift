import MachoTesting
import XCTest

@testable import reading_list

final class ScriptXCTests: XCTestCase {
  func testScripts() {
    for script in MachoScript.all(in: "../../scripts") { script.run(Driver().features, in: self) }
  }
}
