#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The text of settings of a region: an expression that is the same in each process.

extension Locale {
  /// `Locale(identifier: "en_US")`
  package var sourceText: String { "Locale(identifier: \(LiteralText.quoted(identifier)))" }
}

extension TimeZone {
  /// `TimeZone(identifier: "Europe/Berlin")`
  package var sourceText: String { "TimeZone(identifier: \(LiteralText.quoted(identifier)))" }
}

extension Calendar {
  /// The calendars with their names in Swift.
  package static let names: [(name: String, identifier: Identifier)] = [
    ("gregorian", .gregorian), ("iso8601", .iso8601), ("buddhist", .buddhist),
    ("chinese", .chinese), ("coptic", .coptic), ("ethiopicAmeteMihret", .ethiopicAmeteMihret),
    ("ethiopicAmeteAlem", .ethiopicAmeteAlem), ("hebrew", .hebrew), ("indian", .indian),
    ("islamic", .islamic), ("islamicCivil", .islamicCivil), ("islamicTabular", .islamicTabular),
    ("islamicUmmAlQura", .islamicUmmAlQura), ("japanese", .japanese), ("persian", .persian),
    ("republicOfChina", .republicOfChina),
  ]

  /// `.gregorian`
  package var nameText: String {
    "." + (Self.names.first { $0.identifier == identifier }?.name ?? "\(identifier)")
  }

  /// `Calendar(identifier: .gregorian)`, with the settings that differ from this calendar's.
  package var sourceText: String {
    let settings = settings.map { ", \($0.label): \($0.text)" }.joined()
    return "Calendar(identifier: \(nameText)\(settings))"
  }

  /// The settings that `Calendar(identifier:)` does not have, in the order in which they must be set: a
  /// locale determines the first weekday.
  package var settings: [(label: String, text: String)] {
    var plain = Calendar(identifier: identifier)
    var settings: [(label: String, text: String)] = []
    if let locale, locale.identifier != plain.locale?.identifier {
      plain.locale = locale
      settings.append(("locale", locale.sourceText))
    }
    if timeZone.identifier != plain.timeZone.identifier {
      settings.append(("timeZone", timeZone.sourceText))
    }
    if firstWeekday != plain.firstWeekday {
      settings.append(("firstWeekday", "\(firstWeekday)"))
    }
    if minimumDaysInFirstWeek != plain.minimumDaysInFirstWeek {
      settings.append(("minimumDaysInFirstWeek", "\(minimumDaysInFirstWeek)"))
    }
    return settings
  }
}
