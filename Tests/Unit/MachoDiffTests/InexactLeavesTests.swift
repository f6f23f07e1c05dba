import Foundation
import MachoMetadata
import Testing

@testable import MachoDiff

private struct Reading: Equatable {
  var value: Double
  var id = 1
}

private struct Readings: Equatable {
  var first: Float?
  var list: [Double] = []
  var byName: [String: CGFloat] = [:]
  var rows: [Reading] = []
  var note: Note = .none
}

private enum Note: Equatable {
  case none
  case text(String, Double)
}

private struct Name: Equatable {
  var text: String
  var parts: [String] = []
  var initial: Character = "a"
}

/// Leaves whose `==` is not the equality of their texts.
@Suite struct InexactLeavesTests {
  private func nan() -> Readings {
    Readings(
      first: .nan, list: [1, .nan, 2], byName: ["a": .nan], rows: [Reading(value: .nan)],
      note: .text("a", .nan))
  }

  /// Whether two texts have the same scalars.
  private func same(_ left: String?, _ right: String) -> Bool {
    left.map { $0.utf8.elementsEqual(right.utf8) } ?? false
  }

  @Test func `An unchanged NaN is no change`() {
    #expect(stateDiff(nan(), nan()) == nil)
    #expect(stateDiff(Double.nan, .nan) == nil)
    #expect(stateDiff([Float.nan], [.nan]) == nil)
    #expect(stateDiff(["a": Double.nan], ["a": .nan]) == nil)
    #expect(stateDiff(nan() as Any, nan() as Any) == nil)
    #expect(stateDiff([AnyHashable(Double.nan)], [AnyHashable(Double.nan)]) == nil)
    #expect(
      stateDiff(Reading(value: .nan), Reading(value: .nan, id: 2)) == """
          Reading(
            value: nan,
        -   id: 1
        +   id: 2
          )
        """)
  }

  @Test func `A change beside NaN is the only one`() {
    #expect(
      stateDiff([1, Double.nan, 2, .nan], [5, .nan, 2, .nan])
        == "  [\n-   [0]: 1.0,\n+   [0]: 5.0,\n    … (3 unchanged)\n  ]")
    #expect(stateDiff(Double.nan, 1) == "- nan\n+ 1.0")
  }

  @Test func `Zero and negative zero differ`() {
    #expect(stateDiff(0.0, -0.0) == "- 0.0\n+ -0.0")
    #expect(stateDiff(CGFloat(0), -0.0) == "- 0.0\n+ -0.0")
    #expect(stateDiff(Optional(0.0), -0.0) == "- 0.0\n+ -0.0")
    #expect(stateDiff([0.0], [-0.0]) == "  [\n-   [0]: 0.0\n+   [0]: -0.0\n  ]")
    #expect(stateDiff(["a": 0.0], ["a": -0.0])?.contains("-0.0") == true)
    #expect(stateDiff(Reading(value: 0), Reading(value: -0.0))?.contains("value: -0.0") == true)
    #expect(
      stateDiff(Readings(rows: [Reading(value: 0)]), Readings(rows: [Reading(value: -0.0)]))?
        .contains("value: -0.0") == true)
    #expect(
      stateDiff(Readings(note: .text("a", 0)), Readings(note: .text("a", -0.0)))?
        .contains("-0.0") == true)
  }

  @Test func `Equal strings with other scalars differ, and look different`() {
    let (composed, decomposed) = ("é", "e\u{301}")
    #expect(same(stateDiff(composed, decomposed), "- \"é\"\n+ \"e\\u{0301}\""))
    #expect(stateDiff(Name(text: composed), Name(text: decomposed)) != nil)
    #expect(
      stateDiff(Name(text: "", parts: [composed]), Name(text: "", parts: [decomposed])) != nil)
    #expect(
      stateDiff(Name(text: "", initial: "é"), Name(text: "", initial: "e\u{301}")) != nil)
    #expect(stateDiff(Set([composed]), Set([decomposed])) != nil)
    #expect(stateDiff(["a": composed], ["a": decomposed]) != nil)
    #expect(stateDiff(composed[...], decomposed[...]) != nil)
    #expect(stateDiff([AnyHashable(composed)], [AnyHashable(decomposed)]) != nil)
    #expect(stateDiff(Name(text: composed), Name(text: "\u{e9}")) == nil)
  }

  @Test(arguments: [
    ("é", "é"), ("e\u{301}", "e\\u{0301}"), ("\u{212b}", "\\u{212B}"), ("m\u{304}", "m\\u{0304}"),
    ("≠", "≠"), ("=\u{338}", "=\\u{0338}"), ("か\u{3099}", "か\\u{3099}"), ("が", "が"),
    ("한", "한"), ("\u{1112}\u{1161}", "\u{1112}\\u{1161}"), ("क\u{93c}", "क\u{93c}"),
    ("\u{958}", "\\u{0958}"), ("\u{9c7}\u{9be}", "\u{9c7}\\u{09BE}"), ("\u{9cb}", "\u{9cb}"),
    ("\u{5e9}\u{5b8}\u{5c1}", "\u{5e9}\u{5b8}\u{5c1}"),
    ("\u{5e9}\u{5c1}\u{5b8}", "\u{5e9}\u{5c1}\\u{05B8}"),
  ])
  func `A literal escapes what has another spelling`(string: String, literal: String) {
    #expect(same(LiteralText.quoted(string), "\"\(literal)\""))
  }
}
