import Foundation
import Testing

@testable import MachoValues

/// Calendars, time zones, locales, dates by components, and index paths.
@Suite struct CalendarTests {
  private let syntax = ValueSyntax()

  private func check<T: Equatable>(
    _ value: T, _ text: String, reading others: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(syntax.print(value) == text, sourceLocation: sourceLocation)
    for text in [text] + others {
      let read = try syntax.read(text[...], as: T.self)
      #expect(read == value, "\(text)", sourceLocation: sourceLocation)
    }
  }

  @Test func `A locale is its identifier`() throws {
    try check(
      Locale(identifier: "en_US"), #"Locale(identifier: "en_US")"#,
      reading: ["Locale(en_US)", #""en_US""#, #"Locale("en_US")"#, #".init(identifier: "en_US")"#])
    try check(Locale(identifier: "zh-Hans"), #"Locale(identifier: "zh-Hans")"#)
    try check(Locale(identifier: ""), #"Locale(identifier: "")"#)
  }

  @Test func `A time zone is its identifier`() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    try check(
      berlin, #"TimeZone(identifier: "Europe/Berlin")"#,
      reading: [#""Europe/Berlin""#, #"TimeZone(identifier: "Europe/Berlin")!"#])
    let hour = try #require(TimeZone(secondsFromGMT: 3600))
    try check(
      hour, #"TimeZone(identifier: "GMT+0100")"#, reading: ["TimeZone(secondsFromGMT: 3600)"])
  }

  @Test func `A calendar is its identifier, with the settings that differ`() throws {
    try check(Calendar(identifier: .gregorian), "Calendar(identifier: .gregorian)")
    try check(Calendar(identifier: .islamicUmmAlQura), "Calendar(identifier: .islamicUmmAlQura)")
    var calendar = Calendar(identifier: .hebrew)
    calendar.locale = Locale(identifier: "de_DE")
    calendar.timeZone = try #require(TimeZone(identifier: "Pacific/Chatham"))
    calendar.firstWeekday = 4
    calendar.minimumDaysInFirstWeek = 3
    try check(
      calendar,
      #"Calendar(identifier: .hebrew, locale: Locale(identifier: "de_DE"), "#
        + #"timeZone: TimeZone(identifier: "Pacific/Chatham"), firstWeekday: 4, "#
        + "minimumDaysInFirstWeek: 3)",
      reading: [
        #"Calendar(identifier: .hebrew, minimumDaysInFirstWeek: 3, timeZone: "Pacific/Chatham", "#
          + #"firstWeekday: 4, locale: "de_DE")"#
      ])
  }

  @Test func `Date components are those that are set`() throws {
    try check(DateComponents(), "DateComponents()")
    try check(
      DateComponents(year: 2024, month: 2), "DateComponents(year: 2024, month: 2)",
      reading: [
        "DateComponents(month: 2, year: 2024)", "DateComponents(\n  year: 2024,\n  month: 2\n)",
      ])
    var month = DateComponents(timeZone: TimeZone(identifier: "GMT"), weekday: 3)
    month.isLeapMonth = true
    try check(
      month,
      #"DateComponents(timeZone: TimeZone(identifier: "GMT"), weekday: 3, isLeapMonth: true)"#)
  }

  @Test func `An index path is its indexes`() throws {
    try check(
      IndexPath(indexes: [0, 2]), "[0, 2]",
      reading: ["IndexPath(indexes: [0, 2])", "IndexPath([0, 2])", "[[0]: 0, [1]: 2]"])
    try check(IndexPath(), "[]")
  }

  @Test func `Without a declared type, the text names the type`() throws {
    let values: [AnyHashable] = [
      Locale(identifier: "en_US"), Calendar(identifier: .gregorian), DateComponents(year: 3),
      IndexPath(indexes: [1]), try #require(TimeZone(identifier: "GMT")),
    ]
    for value in values {
      #expect(try syntax.read(syntax.print(value)[...], as: AnyHashable.self) == value)
    }
    #expect(syntax.print(AnyHashable(IndexPath(indexes: [1]))) == "IndexPath([1])")
    #if !(os(macOS) && arch(x86_64))
      try check(AnyHashable(Float16(1.5)), "Float16(1.5)")
    #endif
  }

  @Test func `JSON has identifiers, components and indexes`() throws {
    func json<T>(_ value: T) -> String { syntax.json(of: TypedValue(value, as: T.self)).text }
    #expect(json(Locale(identifier: "en_US")) == #""en_US""#)
    #expect(json(TimeZone(identifier: "GMT")) == #""GMT""#)
    #expect(json(DateComponents(year: 3, day: 4)) == #"{"year":3,"day":4}"#)
    #expect(json(IndexPath(indexes: [1, 2])) == "[1,2]")
    #expect(json(Calendar(identifier: .gregorian)) == #""Calendar(identifier: .gregorian)""#)
  }

  @Test(arguments: [
    (#"TimeZone(identifier: "Nowhere")"#, "wrong-type"),
    ("TimeZone(secondsFromGMT: 100000)", "out-of-range"),
    ("Calendar(identifier: .gregorian)", "wrong-type"),
  ])
  func `Other text is no time zone`(text: String, code: String) {
    let error = #expect(throws: ValueError.self) {
      try syntax.read(text[...], as: TimeZone.self)
    }
    #expect(error?.code == code)
  }

  @Test(arguments: [
    ("Calendar(identifier: .gregoran)", "no-such-case"),
    ("Calendar(identifier: .gregorian, firstWeekday: 8)", "out-of-range"),
    ("Calendar(identifier: .gregorian, weekday: 1)", "unexpected-argument"), ("3", "wrong-type"),
  ])
  func `Other text is no calendar`(text: String, code: String) {
    let error = #expect(throws: ValueError.self) {
      try syntax.read(text[...], as: Calendar.self)
    }
    #expect(error?.code == code)
  }

  @Test func `An unknown component is refused with a suggestion`() {
    let error = #expect(throws: ValueError.self) {
      try syntax.read("DateComponents(yeer: 3)", as: DateComponents.self)
    }
    #expect(error?.code == "unexpected-argument" && error?.candidates.first == "year")
  }

  @Test func `The Swift source makes an equal value`() throws {
    var printer = SwiftSourcePrinter(syntax: syntax)
    func source<T>(_ value: T) throws -> String { try printer.expression(value, as: T.self).line }
    #expect(try source(Locale(identifier: "en_US")) == #"Locale(identifier: "en_US")"#)
    #expect(try source(TimeZone(identifier: "GMT")) == #"TimeZone(identifier: "GMT")!"#)
    #expect(try source(DateComponents(year: 3)) == "DateComponents(year: 3)")
    var calendar = Calendar(identifier: .gregorian)
    #expect(try source(calendar) == "Calendar(identifier: .gregorian)")
    calendar.firstWeekday = 4
    #expect(
      try source(calendar)
        == "{ var calendar = Calendar(identifier: .gregorian); calendar.firstWeekday = 4; "
        + "return calendar }()")
  }
}
