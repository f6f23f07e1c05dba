import Testing

@testable import MachoSessions

@Suite struct `Properties as text` {
  private let feature = TallyFeature()

  private func property(_ text: String) throws(Diagnostic) -> Property {
    try Property(Arguments(text, from: 0), of: feature)
  }

  @Test(arguments: [
    "always count >= 0", "never isPositive", "at rest not isPositive",
    "isPositive leads to count == 0", "after add(3) count >= old(count)",
    "after added count > 0", "after added(_) note is _", "after added($n) count >= $n",
    "once count > 2 always count > 0", "always calls of uuid <= 1",
    "at rest all calls of uuid == 1 or isPositive",
    "always effects of addLater == 0 or isPositive", "always old(count) <= count",
    "always count == 1 and (isPositive or note is _)", "always not (isPositive and count == 1)",
    "always isPositive implies count > 1 implies count > 2",
    "always (isPositive implies count > 1) implies count > 2",
    "never count == 1 or count == 2 and isPositive", "always note == \"a and (b or\"",
    "always not not isPositive", "always (count == 1 or isPositive) and count == count",
  ])
  func `A printed property parses back`(text: String) throws {
    let parsed = try property(text)
    #expect(parsed.text == text)
    #expect(try property(parsed.text).text == text)
    let line = Line(parsed.line.text)
    #expect(line.declaresProperty)
    #expect(line.property == text)
  }

  @Test(arguments: [
    ("always  ((count==1))", "always count == 1"),
    ("property-free always x", nil),
    ("always (isPositive) and (count == 1)", "always isPositive and count == 1"),
    ("isPositive leads to (count == 1)", "isPositive leads to count == 1"),
    (
      "always isPositive implies (count > 1 and count < 3)",
      "always isPositive implies count > 1 and count < 3"
    ),
  ])
  func `Needless brackets are not printed`(text: String, printed: String?) throws {
    #expect((try? property(text))?.text == printed)
  }

  @Test(arguments: [
    ("always cuont >= 0", "no-such-property", 7..<12, ["count"]),
    ("always count >= old(cuont)", "no-such-property", 20..<25, ["count"]),
    ("after add($n) note == $n", "wrong-type", 22..<24, []),
    ("after add($n) count == $m", "no-such-variable", 23..<25, []),
    ("always count >= 0 and not isPosative", "no-such-property", 26..<36, ["isPositive"]),
    ("always count >= \"x\"", "wrong-type", 16..<19, []),
    ("always count == note", "cannot-compare", 16..<20, []),
    ("always count == old(note)", "cannot-compare", 16..<25, []),
    ("always count", "wrong-type", 7..<12, []),
    ("always count = 1", "syntax", 13..<14, ["=="]),
    ("always (count == 1", "unclosed", 7..<8, []),
    ("always (count == 1) x", "usage", 20..<21, []),
    ("always count == 1 and", "usage", 7..<21, []),
    ("always or count == 1", "usage", 7..<20, []),
    ("always not", "usage", 7..<10, []),
    ("always count == 1 implies", "usage", 7..<25, []),
    ("at rset isPositive", "usage", 3..<7, ["rest"]),
    ("at isPositive", "usage", 3..<13, []),
    ("after ad count > 0", "no-such-case", 6..<8, []),
    ("after add(\"x\") count > 0", "wrong-type", 10..<13, []),
    ("once isPositive", "usage", 5..<15, []),
    ("once isPositive alwys count > 0", "usage", 5..<31, ["always"]),
    ("once isPositive always", "usage", 5..<22, []),
    ("isPositive leads to", "usage", 0..<19, []),
    ("leads to isPositive", "usage", 0..<19, []),
    ("isPositive lead to count > 0", "usage", 0..<28, ["leads to"]),
    ("isPositive", "usage", 0..<10, ["always isPositive"]),
    ("always isPositive leads to count > 0", "usage", 7..<36, []),
    ("after add(1)", "usage", 6..<12, []),
    ("always isPositive && count > 0", "syntax", 18..<20, ["and"]),
    ("always isPositive => count > 0", "syntax", 18..<20, ["implies"]),
    ("always count ≥ 0", "syntax", 13..<16, [">="]),
    ("always note", "wrong-type", 7..<11, ["note != nil"]),
    ("always calls of uuid =< 1", "syntax", 21..<23, ["<="]),
    ("always calls of uuid = 1", "syntax", 21..<22, ["=="]),
    ("isPositive leads to count > 0 leads to count > 1", "usage", 0..<48, []),
    ("always calls of uid <= 1", "no-such-endpoint", 16..<19, ["uuid"]),
    ("always effects of ad <= 1", "no-such-case", 18..<20, []),
    ("always effects of add < x", "usage", 24..<25, []),
    ("alwys count > 0", "usage", 0..<15, ["always"]),
  ])
  func `An invalid property is an error with its range and candidates`(
    text: String, code: String, range: Range<Int>, candidates: [String]
  ) {
    do throws(Diagnostic) {
      _ = try property(text)
      Issue.record("'\(text)' is a property")
    } catch {
      #expect(error.code.rawValue == code)
      #expect(error.range == range)
      for candidate in candidates {
        #expect(error.candidates.contains { $0.hasPrefix(candidate) })
      }
    }
  }

  @Test(arguments: ["always", "never", "at rest", "after", "after add", "once", " leads to ", ""])
  func `A property without a condition is an error`(text: String) {
    #expect(throws: Diagnostic.self) { try property(text) }
  }

  @Test(arguments: [
    ("isPositive leads to count == 0", true), ("echo it leads to nothing", false),
    ("always isPositive", true), ("property always isPositive", true), ("property", false),
    ("expect isPositive", false),
  ])
  func `A line declares a property if it has the words of one`(line: String, declares: Bool) {
    #expect(Line(line).declaresProperty == declares)
  }
}
