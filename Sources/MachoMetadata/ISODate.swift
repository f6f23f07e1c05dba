/// An ISO 8601 parser and formatter. PERFORMANCE: the first use of Foundation's formatters takes
/// longer than everything else at startup.
package enum ISODate {
  /// The seconds between 1970 and 2001, the reference date of `Date`.
  private static let reference = 978_307_200

  /// Parses `2024-01-01T00:00:00.000Z` into seconds since 2001. The time, its seconds, their
  /// fraction and the zone (default: UTC) are optional.
  package static func interval(_ text: String) -> Double? {
    var scanner = Scanner(bytes: Array(text.utf8))
    guard let year = scanner.parseDigits(4), scanner.consume("-"),
      let month = scanner.parseDigits(2),
      scanner.consume("-"), let day = scanner.parseDigits(2), (1...12).contains(month),
      day >= 1, day <= daysIn(month, year)
    else { return nil }
    var seconds = days(year, month, day) * 86_400 - reference
    var fraction = (digits: 0, scale: 1)
    if !scanner.isAtEnd {
      guard scanner.consume("T") || scanner.consume("t") || scanner.consume(" "),
        let hour = scanner.parseDigits(2), hour < 24, scanner.consume(":"),
        let minute = scanner.parseDigits(2), minute < 60
      else { return nil }
      seconds += hour * 3600 + minute * 60
      if scanner.consume(":") {
        guard let second = scanner.parseDigits(2), second <= 60 else { return nil }
        seconds += second
        if scanner.consume(".") {
          guard let digits = scanner.parseFraction() else { return nil }
          fraction = digits
        }
      }
      guard let zone = scanner.parseZone() else { return nil }
      seconds -= zone
    }
    guard scanner.isAtEnd else { return nil }
    // A single division of integers rounds once. The product is exact for milliseconds.
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: fraction.scale)
    guard !overflow, abs(scaled) < 1 << 53 else {
      return Double(seconds) + Double(fraction.digits) / Double(fraction.scale)
    }
    return Double(scaled + fraction.digits) / Double(fraction.scale)
  }

  /// Returns the date in UTC with `digits` fraction digits. `nil` outside the years 0 to 9999.
  package static func text(_ interval: Double, digits: Int) -> String? {
    guard interval.isFinite, abs(interval) < 1e12 else { return nil }
    let whole = interval.rounded(.down)
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    var fraction = Int(((interval - whole) * Double(scale)).rounded())
    var seconds = Int(whole) + reference
    if fraction == scale {
      fraction = 0
      seconds += 1
    }
    let day = (Double(seconds) / 86_400).rounded(.down)
    let (year, month, date) = civil(Int(day))
    guard (0...9999).contains(year) else { return nil }
    let time = seconds - Int(day) * 86_400
    var text = "\(pad(year, 4))-\(pad(month, 2))-\(pad(date, 2))T"
    text += "\(pad(time / 3600, 2)):\(pad(time / 60 % 60, 2)):\(pad(time % 60, 2))"
    if digits > 0 { text += "." + pad(fraction, digits) }
    return text + "Z"
  }

  /// Returns the date in UTC with as many fraction digits, of those in `digits`, as it needs to be
  /// read back. `nil` if none suffices.
  package static func exactText(_ interval: Double, digits: [Int] = [0, 3, 6, 9]) -> String? {
    for digits in digits {
      if let text = text(interval, digits: digits), Self.interval(text) == interval { return text }
    }
    return nil
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func daysIn(_ month: Int, _ year: Int) -> Int {
    month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Returns the days since 1970. Counts years from March, so that the leap day comes last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let m = (5 * dayOfYear + 2) / 153
    let month = m < 10 ? m + 3 : m - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * m + 2) / 5 + 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func consume(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    mutating func parseDigits(_ count: Int) -> Int? {
      guard position + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[position..<position + count] {
        guard isDigit(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      position += count
      return value
    }

    /// Parses up to nine fraction digits of a second. Ignores further digits.
    mutating func parseFraction() -> (digits: Int, scale: Int)? {
      var value = 0
      var scale = 1
      let start = position
      while position < bytes.count, isDigit(bytes[position]) {
        if scale < 1_000_000_000 {
          value = value * 10 + Int(bytes[position] - 0x30)
          scale *= 10
        }
        position += 1
      }
      return position > start ? (value, scale) : nil
    }

    /// Parses the zone's offset from UTC in seconds. Default: 0.
    mutating func parseZone() -> Int? {
      if isAtEnd || consume("Z") || consume("z") { return 0 }
      let sign = consume("+") ? 1 : consume("-") ? -1 : 0
      guard sign != 0, let hours = parseDigits(2), hours < 24 else { return nil }
      if isAtEnd { return sign * hours * 3600 }
      _ = consume(":")
      guard let minutes = parseDigits(2), minutes < 60 else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }
  }
}
