import Foundation
import MachoKit

/// What is wrong with one feature, on purpose: `HOPS_FAULT="search-flux swallows errorDismissed"`.
struct Fault: Sendable {
  enum Kind: Sendable {
    /// Whatever is sent under this name does nothing.
    case swallows(String)
    /// Each wait takes a millisecond longer than it should.
    case lags
  }

  private let feature: String
  let kind: Kind

  /// The fault that the environment names; what it does not know ends the process.
  static let fromEnvironment: Fault? = ProcessInfo.processInfo.environment["HOPS_FAULT"].map {
    text in
    let words = text.split(separator: " ").map(String.init)
    switch (words.dropFirst().first, words.count) {
    case ("swallows", 3): return Fault(feature: words[0], kind: .swallows(words[2]))
    case ("lags", 2): return Fault(feature: words[0], kind: .lags)
    default: fatalError("HOPS_FAULT names no fault: '\(text)'")
    }
  }

  func applies(_ feature: Feature) -> Bool { feature.name == self.feature }
}
