import Foundation
import Testing

/// A fault of a feature, and the line of the script that detects it.
private let faults = [
  ("swallows appeared", "expect shouldShowIcon"),
  ("swallows queryChanged", "expect query == \"ca\""),
  ("lags", "expect isLoading"),
  ("swallows retryButtonTapped", "expect isShownError"),
  ("swallows errorDismissed", "expect isShownError == false"),
]

@Suite struct `A fault in one architecture` {
  /// Each architecture with two faults, and each fault in several architectures.
  private static let cases = Gallery.variants.enumerated().flatMap { index, variant in
    [(variant, faults[index % faults.count]), (variant, faults[(index + 2) % faults.count])]
  }

  @Test(arguments: cases)
  func `appears in the matrix in its column with its line`(
    faulty: String, what: (fault: String, symptom: String)
  ) throws {
    let script = try Gallery.script("conformance/search.macho")
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    let sandbox = try Sandbox(["search.macho": script])
    let names = Gallery.variants.joined(separator: ",")
    let number = try #require(lines.firstIndex { $0 == what.symptom }) + 1
    sandbox.environment["DRIVER_FAULT"] = "\(faulty) \(what.fault)"
    let test = try sandbox.run(.externalWorkDriver, "test", "--variants", names, "search.macho")
    #expect(test.status == 1)
    #expect(test.output.contains("FAIL search.macho [\(faulty)]\n  search.macho:\(number)  ## "))
    let cells = test.output.split(separator: "\n").last?.split(separator: " ").map(String.init)
    let expected = Gallery.variants.map { $0 == faulty ? "FAIL:\(number)" : "pass" }
    #expect(cells == ["search.macho"] + expected)
  }

  @Test func `does not affect other features`() throws {
    let sandbox = try Sandbox(["search.macho": try Gallery.script("conformance/search.macho")])
    let names = Gallery.variants.joined(separator: ",")
    // A fault in another feature, so that the same driver runs the script.
    sandbox.environment["DRIVER_FAULT"] = "counter lags"
    let test = try sandbox.run(.externalWorkDriver, "test", "--variants", names, "search.macho")
    #expect(test.status == 0)
    #expect(!test.output.contains("FAIL"))
  }
}
