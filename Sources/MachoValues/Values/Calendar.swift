import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `Locale(identifier: "en_US")`. Also reads a bare string, and customDump's `Locale(en_US)`.
extension Locale: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Locale {
    let inside = literal.identifier(of: "Locale")
    guard let identifier = inside?.string ?? (literal.callee == nil ? nil : inside?.word) else {
      throw literal.wrongType(Locale.self, candidates: ["Locale(identifier: \"en_US\")"])
    }
    return Locale(identifier: identifier)
  }

  public func write(to printer: inout ValuePrinter) { printer.write(text: sourceText) }
}

/// `TimeZone(identifier: "Europe/Berlin")`. Also reads a bare string, and
/// `TimeZone(secondsFromGMT: 3600)`.
extension TimeZone: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> TimeZone {
    if let offset = literal.onlyArgument(of: "TimeZone", labelled: "secondsFromGMT") {
      guard let zone = TimeZone(secondsFromGMT: try offset.value(as: Int.self)) else {
        throw offset.error(.outOfRange, "a time zone is at most 18 hours from GMT")
      }
      return zone
    }
    guard let inside = literal.identifier(of: "TimeZone"), let identifier = inside.string else {
      throw literal.wrongType(
        TimeZone.self, candidates: ["TimeZone(identifier: \"Europe/Berlin\")"])
    }
    guard let zone = TimeZone(identifier: identifier) else {
      throw inside.error(.wrongType, "no time zone is named '\(excerpt(identifier))'")
    }
    return zone
  }

  public func write(to printer: inout ValuePrinter) { printer.write(text: sourceText) }
}

/// `Calendar(identifier: .gregorian)`. The labels of its settings may follow:
/// `Calendar(identifier: .gregorian, timeZone: "Asia/Tokyo", firstWeekday: 2)`.
extension Calendar: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Calendar {
    guard literal.callee == "Calendar" || literal.callee == "init",
      let name = literal.argument(labelled: "identifier")
    else {
      throw literal.wrongType(
        Calendar.self, candidates: ["Calendar(identifier: .gregorian)"])
    }
    // JSON has the identifier that the type encodes.
    guard let text = name.word ?? name.string,
      let found = names.first(where: { $0.name == text || "\($0.identifier)" == text })
    else {
      throw name.error(
        .noSuchCase, "no calendar is named '\(excerpt(name.text))'",
        candidates: Suggestions.nearest(to: name.text, among: names.map { "." + $0.name }))
    }
    var calendar = Calendar(identifier: found.identifier)
    // A locale determines the first weekday, which another argument may replace.
    if let locale = literal.argument(labelled: "locale") {
      calendar.locale = try locale.value(as: Locale.self)
    }
    for argument in literal.arguments {
      switch argument.label {
      case "timeZone": calendar.timeZone = try argument.literal.value(as: TimeZone.self)
      case "firstWeekday": calendar.firstWeekday = try argument.literal.numberOfDays()
      case "minimumDaysInFirstWeek":
        calendar.minimumDaysInFirstWeek = try argument.literal.numberOfDays()
      case "identifier", "locale", "current": break
      default:
        throw argument.literal.error(
          .unexpectedArgument, "a calendar has no setting '\(argument.label ?? "_")'")
      }
    }
    return calendar
  }

  public func write(to printer: inout ValuePrinter) { printer.write(text: sourceText) }
}

/// `DateComponents(year: 2024, month: 2)`
extension DateComponents: TextConvertible, JSONRepresentable {
  public static func read(_ literal: Literal) throws(ValueError) -> DateComponents {
    guard literal.callee == "DateComponents" || literal.callee == "init" else {
      throw literal.wrongType(
        DateComponents.self, candidates: ["DateComponents(year: 2024, month: 2)"])
    }
    var components = DateComponents()
    for argument in literal.arguments {
      try components.set(argument.label ?? "_", argument.literal)
    }
    return components
  }

  private mutating func set(_ label: String, _ value: Literal) throws(ValueError) {
    switch label {
    case "calendar": calendar = try value.value(as: Calendar?.self)
    case "timeZone": timeZone = try value.value(as: TimeZone?.self)
    case "era": era = try value.value(as: Int?.self)
    case "year": year = try value.value(as: Int?.self)
    case "month": month = try value.value(as: Int?.self)
    case "day": day = try value.value(as: Int?.self)
    case "hour": hour = try value.value(as: Int?.self)
    case "minute": minute = try value.value(as: Int?.self)
    case "second": second = try value.value(as: Int?.self)
    case "nanosecond": nanosecond = try value.value(as: Int?.self)
    case "weekday": weekday = try value.value(as: Int?.self)
    case "weekdayOrdinal": weekdayOrdinal = try value.value(as: Int?.self)
    case "quarter": quarter = try value.value(as: Int?.self)
    case "weekOfMonth": weekOfMonth = try value.value(as: Int?.self)
    case "weekOfYear": weekOfYear = try value.value(as: Int?.self)
    case "yearForWeekOfYear": yearForWeekOfYear = try value.value(as: Int?.self)
    case "isLeapMonth": isLeapMonth = try value.value(as: Bool?.self)
    #if !canImport(Darwin)
      // Only recent systems of Apple have it.
      case "dayOfYear": dayOfYear = try value.value(as: Int?.self)
    #endif
    default:
      throw value.error(
        .unexpectedArgument, "DateComponents has no property '\(excerpt(label))'",
        candidates: Suggestions.nearest(
          to: label, among: ["calendar", "timeZone", "isLeapMonth"] + numbers.map(\.label)))
    }
  }

  public func write(to printer: inout ValuePrinter) {
    var isFirst = true
    printer.write(text: "DateComponents(")
    for (label, value) in parts {
      printer.write(text: (isFirst ? "" : ", ") + label + ": ")
      printer.write(value, as: type(of: value))
      isFirst = false
    }
    printer.write(text: ")")
  }

  func json(_ printer: inout JSONPrinter) -> JSONValue {
    .object(
      parts.map { label, value in
        JSONValue.Member(label, printer.json(of: value, as: type(of: value)))
      })
  }

  /// The components that are not `nil`, in the order of Foundation's initializer.
  var parts: [(label: String, value: Any)] {
    var parts: [(label: String, value: Any)] = []
    if let calendar { parts.append(("calendar", calendar)) }
    if let timeZone { parts.append(("timeZone", timeZone)) }
    for (label, number) in numbers {
      if let number { parts.append((label, number)) }
    }
    if let isLeapMonth { parts.append(("isLeapMonth", isLeapMonth)) }
    #if !canImport(Darwin)
      if let dayOfYear { parts.append(("dayOfYear", dayOfYear)) }
    #endif
    return parts
  }

  private var numbers: [(label: String, value: Int?)] {
    [
      ("era", era), ("year", year), ("month", month), ("day", day), ("hour", hour),
      ("minute", minute), ("second", second), ("nanosecond", nanosecond), ("weekday", weekday),
      ("weekdayOrdinal", weekdayOrdinal), ("quarter", quarter), ("weekOfMonth", weekOfMonth),
      ("weekOfYear", weekOfYear), ("yearForWeekOfYear", yearForWeekOfYear),
    ]
  }
}

extension Locale: JSONRepresentable {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(identifier) }
}

extension TimeZone: JSONRepresentable {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(identifier) }
}

extension Literal {
  /// The first argument with a label, or the only one without.
  fileprivate func argument(labelled label: String) -> Literal? {
    let arguments = arguments
    if let found = arguments.first(where: { $0.label == label }) { return found.literal }
    return arguments.first { $0.label == nil }?.literal
  }

  /// The identifier in `Name("a")`, `Name(identifier: "a")`, `"a"` or the JSON object that the type encodes.
  /// `nil` in a call of another name.
  fileprivate func identifier(of name: String) -> Literal? {
    guard let callee else { return self }
    return callee == name || callee == "init" ? argument(labelled: "identifier") : nil
  }

  /// Reads a number of days of a week.
  fileprivate func numberOfDays() throws(ValueError) -> Int {
    let days = try value(as: Int.self)
    guard (1...7).contains(days) else { throw error(.outOfRange, "a week has the days 1 to 7") }
    return days
  }
}
