import CustomDump
import Foundation
import MachoMetadata

/// A type whose custom dumps may be equal for different values, or may not be readable.
protocol LossyDump {
  /// The text of a value in dumps with source names. `nil` if the custom dump is exact.
  var losslessDump: String? { get }
  /// Whether an unchanged value in a diff is shown as its custom dump, as nested values are elided
  /// there. Default: `false`.
  static var isElided: Bool { get }
}

extension LossyDump {
  static var isElided: Bool { false }
}

extension Date: LossyDump {
  /// custom-dump's text with as many fraction digits as necessary, in the calendar of ISO 8601 for
  /// all years.
  var losslessDump: String? {
    let interval = timeIntervalSinceReferenceDate
    if let text = ISODate.exactText(interval, digits: [3, 6, 9]) { return "Date(\(text))" }
    return "Date(timeIntervalSinceReferenceDate: \(interval))"
  }
}

extension Data: LossyDump {
  static var isElided: Bool { true }

  /// The bytes, where custom-dump shows their number. Many bytes are shown by their number and a
  /// hash.
  var losslessDump: String? {
    if count <= Self.shownByteCount { return "Data(\"\(base64EncodedString())\")" }
    let digits = String(hash, radix: 16)
    let padding = String(repeating: "0", count: 16 - digits.utf8.count)
    return "\(customDumpDescription.dropLast()), hash \(padding)\(digits))"
  }

  private static let shownByteCount = 1024

  /// The FNV-1a hash.
  private var hash: UInt64 {
    withUnsafeBytes { bytes in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return hash
    }
  }
}

extension Locale: LossyDump {
  /// A literal, if the identifier could not be read without quotation marks.
  var losslessDump: String? {
    let isName = identifier.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isLetter }
    return isName && identifier.utf8.first?.isLetter == true ? nil : sourceText
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
  }
}

extension URL: LossyDump {
  /// A literal, if the address is relative to another one or could not be read without quotation
  /// marks.
  var losslessDump: String? {
    baseURL == nil && Self.isReadable(absoluteString) ? nil : literal
  }

  private var literal: String {
    guard let baseURL else { return "URL(\(LiteralText.quoted(absoluteString)))" }
    return "URL(\(LiteralText.quoted(relativeString)), relativeTo: \(baseURL.literal))"
  }

  /// Whether an address in parentheses is read as a whole: it does not begin as a value, and its
  /// own parentheses are balanced.
  private static func isReadable(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "/",
      !text.hasPrefix("string:"), !LiteralText.hasInvisible(text)
    else { return false }
    var depth = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
