import Foundation
import Testing

/// What each feature may have wrong with it, and the line of the script that tells.
private let faults = [
  ("swallows appeared", "expect shouldShowIcon"),
  ("swallows queryChanged", "expect query == \"ca\""),
  ("lags", "expect isLoading"),
  ("swallows retryButtonTapped", "expect isShownError"),
  ("swallows errorDismissed", "expect isShownError == false"),
]

@Suite struct `A fault in one architecture` {
  /// Each architecture with two of the faults, each fault in several architectures.
  private static let cases = Gallery.variants.enumerated().flatMap { index, variant in
    [(variant, faults[index % faults.count]), (variant, faults[(index + 2) % faults.count])]
  }

  @Test(arguments: cases)
  func `is placed by the matrix, in its column and with its line`(
    faulty: String, what: (fault: String, symptom: String)
  ) throws {
    let script = try Gallery.script("conformance/search.macho")
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    let sandbox = try Sandbox(["search.macho": script])
    let names = Gallery.variants.joined(separator: ",")
    let number = try #require(lines.firstIndex { $0 == what.symptom }) + 1
    sandbox.environment["HOPS_FAULT"] = "\(faulty) \(what.fault)"
    let test = try sandbox.run(.externalWorkDriver, "test", "--across", names, "search.macho")
    #expect(test.status == 1)
    #expect(test.output.contains("FAIL search.macho [\(faulty)]\n  search.macho:\(number)  ## "))
    let cells = test.output.split(separator: "\n").last?.split(separator: " ").map(String.init)
    let expected = Gallery.variants.map { $0 == faulty ? "FAIL:\(number)" : "pass" }
    #expect(cells == ["search.macho"] + expected)
  }

  @Test func `leaves no trace where there is none`() throws {
    let sandbox = try Sandbox(["search.macho": try Gallery.script("conformance/search.macho")])
    let names = Gallery.variants.joined(separator: ",")
    // Another feature's fault, so that the same driver runs them.
    sandbox.environment["HOPS_FAULT"] = "counter lags"
    let test = try sandbox.run(.externalWorkDriver, "test", "--across", names, "search.macho")
    #expect(test.status == 0)
    #expect(!test.output.contains("FAIL"))
  }
}
