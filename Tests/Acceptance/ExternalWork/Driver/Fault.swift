import Foundation
import MachoKit

/// A deliberate fault in one feature: `DRIVER_FAULT="search-flux swallows errorDismissed"`.
struct Fault: Sendable {
  enum Kind: Sendable {
    /// Actions with this name are ignored.
    case swallows(String)
    /// Each sleep takes a millisecond longer than it should.
    case lags
  }

  private let feature: String
  let kind: Kind

  /// The fault that the environment names. Traps if the value is invalid.
  static let fromEnvironment: Fault? = ProcessInfo.processInfo.environment["DRIVER_FAULT"].map {
    text in
    let words = text.split(separator: " ").map(String.init)
    switch (words.dropFirst().first, words.count) {
    case ("swallows", 3): return Fault(feature: words[0], kind: .swallows(words[2]))
    case ("lags", 2): return Fault(feature: words[0], kind: .lags)
    default: fatalError("invalid DRIVER_FAULT: '\(text)'")
    }
  }

  func applies(_ feature: Feature) -> Bool { feature.name == self.feature }
}
