import Foundation
import Testing

@testable import MachoDiff

private struct Trip: Equatable {
  var zone = TimeZone(identifier: "Europe/Berlin")
  var locale = Locale(identifier: "de_DE")
  var other = Locale(identifier: "zh-Hans")
  var calendar = Calendar(identifier: .gregorian)
}

/// Types of Foundation whose dumps could not be read, or depend on the current date.
@Suite struct SourceDumpedTests {
  @Test func `Settings of a region are expressions`() {
    #expect(
      stateText(Trip()) == """
        Trip(
          zone: TimeZone(identifier: "Europe/Berlin"),
          locale: Locale(de_DE),
          other: Locale(identifier: "zh-Hans"),
          calendar: Calendar(identifier: .gregorian)
        )
        """)
  }

  @Test func `A change shows both values`() {
    var new = Trip()
    new.zone = TimeZone(identifier: "Asia/Tokyo")
    new.calendar.firstWeekday = 4
    #expect(
      stateDiff(Trip(), new) == """
          Trip(
        -   zone: TimeZone(identifier: "Europe/Berlin"),
        +   zone: TimeZone(identifier: "Asia/Tokyo"),
            locale: Locale(de_DE),
            other: Locale(identifier: "zh-Hans"),
        -   calendar: Calendar(identifier: .gregorian)
        +   calendar: Calendar(identifier: .gregorian, firstWeekday: 4)
          )
        """)
  }
}
