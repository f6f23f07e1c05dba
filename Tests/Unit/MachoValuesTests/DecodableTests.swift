import Foundation
import MachoValues
import Testing

/// Contains a closure, so only its Codable conformance can build it from text.
private struct Button: Codable, Equatable {
  var title: String
  var size: Double
  var tags: [String]
  var contact: Name?
  var onTap: () -> Int = { 42 }

  struct Name: Codable, Equatable { var first: String }

  enum CodingKeys: String, CodingKey {
    case title
    case size = "font-size"
    case tags, contact
  }

  static func == (lhs: Button, rhs: Button) -> Bool {
    lhs.title == rhs.title && lhs.size == rhs.size && lhs.tags == rhs.tags
      && lhs.contact == rhs.contact
  }
}

/// Like `Button`, with keys equal to the property names.
private struct Row: Codable, Equatable {
  var title: String
  var count: Int
  private var onTap: (() -> Void)?

  init(title: String, count: Int) {
    self.title = title
    self.count = count
  }

  enum CodingKeys: CodingKey { case title, count }

  static func == (lhs: Row, rhs: Row) -> Bool { lhs.title == rhs.title && lhs.count == rhs.count }
}

/// Uses nested containers, an unkeyed container and `super` in a manual conformance.
private struct Nested: Codable, Equatable {
  var x: Int
  var list: [Int?]
  var base: Row
  var unreadable: (() -> Void)?

  init(x: Int, list: [Int?], base: Row) {
    self.x = x
    self.list = list
    self.base = base
  }

  enum Keys: String, CodingKey { case inner, list, x }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    x = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner).decode(
      Int.self, forKey: .x)
    var elements = try container.nestedUnkeyedContainer(forKey: .list)
    list = []
    while !elements.isAtEnd {
      list.append(try elements.decodeNil() ? nil : elements.decode(Int.self))
    }
    base = try Row(from: container.superDecoder())
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    try inner.encode(x, forKey: .x)
    var elements = container.nestedUnkeyedContainer(forKey: .list)
    for element in list {
      if let element { try elements.encode(element) } else { try elements.encodeNil() }
    }
    try base.encode(to: container.superEncoder())
  }

  static func == (lhs: Nested, rhs: Nested) -> Bool {
    lhs.x == rhs.x && lhs.list == rhs.list && lhs.base == rhs.base
  }
}

private struct ReadOnly: Decodable {
  var name: String
  var onTap: () -> Void

  init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
    guard name != "bad" else { throw Failure(code: 3) }
    onTap = {}
  }
}

private struct Screen: Equatable {
  var row: Row
  var locale: Locale
  var width: CGFloat
  var origin: CGPoint
}

private enum Change: Equatable {
  case row(Row)
  case width(CGFloat?)
  case dates(DateInterval)
}

private struct OneFile: FileSource {
  let text: String
  func contents(of name: String) -> String { text }
}

@Suite struct DecodableTests {
  let syntax = ValueSyntax()

  private func roundTrip<T: Equatable>(
    _ value: T, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(syntax.print(value) == text, sourceLocation: sourceLocation)
    #expect(try syntax.read(text[...]) == value, sourceLocation: sourceLocation)
  }

  @Test("a value that only Codable can build is a call with its keys, or a dictionary")
  func roundTrips() throws {
    let button = Button(
      title: "Go", size: 1.5, tags: ["a"], contact: .init(first: "Blob"))
    try roundTrip(
      button,
      "[\"title\": \"Go\", \"font-size\": 1.5, \"tags\": [\"a\"], "
        + "\"contact\": Button.Name(first: \"Blob\")]")
    try roundTrip(Row(title: "x", count: 3), "Row(title: \"x\", count: 3)")
    try roundTrip([Row(title: "x", count: 3)], "[Row(title: \"x\", count: 3)]")
    try roundTrip(
      Nested(x: 1, list: [1, nil], base: Row(title: "b", count: 0)),
      "Nested(inner: [\"x\": 1], list: [1, nil], super: [\"title\": \"b\", \"count\": 0])")
    try roundTrip(Change.row(Row(title: "y", count: 0)), "row(Row(title: \"y\", count: 0))")
  }

  @Test("library types use their Codable conformance")
  func libraries() throws {
    try roundTrip(CGFloat(1.5), "1.5")
    try roundTrip(CGFloat.infinity, "inf")
    try roundTrip(Change.width(2), "width(2.0)")
    try roundTrip(Change.width(nil), "width(nil)")
    #expect(try syntax.read("width(CGFloat(3))") == Change.width(3))
    #expect(try syntax.read("3") as CGFloat == 3)
    #expect(try syntax.read("CGPoint(x: 1, y: 2)") == CGPoint(x: 1, y: 2))
    for text in ["CGRect(origin: CGPoint(x: 1.0, y: 2.0), size: CGSize(width: 3.0, height: 4.0))"] {
      #expect(try syntax.read(text[...]) == CGRect(x: 1, y: 2, width: 3, height: 4))
    }
    func check<T: Equatable>(_ value: T) throws {
      let text = syntax.print(value)
      #expect(try syntax.read(text[...], as: T.self) == value, "\(text)")
    }
    try check(Locale(identifier: "en_US"))
    try check(IndexSet([1, 2, 3, 7]))
    try check(IndexPath(indexes: [1, 2]))
    try check(DateInterval(start: Date(timeIntervalSince1970: 0), duration: 60))
    try check(DateComponents(year: 2024, month: 2))
    try check(CGRect(x: 1, y: 2, width: 3, height: 4))
    try check(
      Screen(
        row: Row(title: "x", count: 1), locale: Locale(identifier: "ja_JP"), width: 3,
        origin: CGPoint(x: 0.5, y: -1)))
    try check(Change.dates(DateInterval(start: Date(timeIntervalSince1970: 1), duration: 2)))
  }

  @Test("JSON files are read through the Codable conformance")
  func files() throws {
    let json = """
      {"title": "Go", "font-size": 1, "tags": [], "contact": {"first": "Blob"}}
      """
    let syntax = ValueSyntax(files: OneFile(text: json), variables: [:])
    #expect(
      try syntax.read("@file(\"x\")")
        == Button(title: "Go", size: 1, tags: [], contact: .init(first: "Blob")))
    let name: ReadOnly = try ValueSyntax(files: OneFile(text: "\"n\""), variables: [:]).read(
      "@file(\"x\")")
    #expect(name.name == "n")
  }

  @Test("an overlay keeps omitted properties, including closures")
  func overlay() throws {
    let base = Button(title: "a", size: 1, tags: ["t"], onTap: { 7 })
    let changed = try syntax.read("Button(title: \"b\")", as: Button.self, overlaying: base)
    #expect((changed as? Button)?.title == "b")
    #expect((changed as? Button)?.tags == ["t"])
    #expect((changed as? Button)?.onTap() == 7)
    let whole = try syntax.read(
      syntax.print(base)[...], as: Button.self, overlaying: Button(title: "", size: 0, tags: []))
    #expect(whole as? Button == base)
  }

  @Test("errors are located at the invalid text")
  func errors() {
    for (text, code, part) in [
      ("Row(title: 3, count: 1)", "wrong-type", "3"),
      ("Row(title: \"x\")", "missing-argument", ")"),
      ("Row(title: \"x\", title: \"y\", count: 1)", "duplicate", "\"y\""),
      ("Other(title: \"x\")", "wrong-type", "Other(title: \"x\")"),
      ("[1, 2]", "wrong-type", "[1, 2]"), ("Row(1, 2)", "wrong-label", "1"),
      ("[3: 4]", "wrong-type", "3"), ("x", "wrong-type", "x"),
    ] {
      let error = #expect(throws: ValueError.self, "\(text)") {
        try syntax.read(text[...], as: Row.self)
      }
      #expect(error?.code == code, "\(text): \(String(describing: error))")
      let found = error.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
      #expect(found == part, "\(text): \(String(describing: error))")
    }
    let error = #expect(throws: ValueError.self) { try syntax.read("\"bad\"", as: ReadOnly.self) }
    #expect(error?.message == "ReadOnly rejects this value: Failure(code: 3)")
  }

  @Test("a type that is only Decodable is read, and printed by its properties")
  func readOnly() throws {
    let value: ReadOnly = try syntax.read("\"n\"")
    #expect(value.name == "n")
    #expect(syntax.print(value) == "ReadOnly(name: \"n\", onTap: (() -> Void))")
  }
}
