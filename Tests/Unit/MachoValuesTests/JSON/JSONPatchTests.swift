import MachoValues
import Testing

@Suite struct JSONPatchTests {
  private func patch(_ old: JSONValue, _ new: JSONValue) -> String {
    JSONPatch(from: old, to: new).json.text
  }

  @Test("a patch turns one value into another, and is empty only if they are equal")
  func property() throws {
    var generator = SeededGenerator(seed: 5)
    var equal = 0
    for round in 0..<4000 {
      let old = JSONValue.arbitrary(&generator)
      let new =
        round % 2 == 0 ? JSONValue.arbitrary(&generator) : changed(old, &generator)
      let patch = JSONPatch(from: old, to: new)
      #expect(try patch.applied(to: old) == new, "\(old.text) -> \(new.text): \(patch.json.text)")
      #expect(patch.operations.isEmpty == (old == new))
      #expect(try JSONPatch(json: JSONValue(parsing: patch.json.text)) == patch)
      if old == new { equal += 1 }
    }
    #expect(equal > 50 && equal < 2000)
  }

  /// Returns the value with a few random changes.
  private func changed(_ value: JSONValue, _ generator: inout SeededGenerator) -> JSONValue {
    switch value {
    case .array(var elements):
      switch generator.below(4) {
      case 0: elements.insert(.arbitrary(&generator), at: generator.below(elements.count + 1))
      case 1 where !elements.isEmpty: elements.remove(at: generator.below(elements.count))
      case 2: elements.reverse()
      default: elements = elements.map { changed($0, &generator) }
      }
      return .array(elements)
    case .object(var members):
      switch generator.below(4) {
      case 0: members.insert(.init("new", .arbitrary(&generator)), at: 0)
      case 1 where !members.isEmpty: members.remove(at: generator.below(members.count))
      case 2: members.reverse()
      default:
        members = members.map { .init($0.key, changed($0.value, &generator)) }
      }
      return .object(members)
    default: return generator.below(3) == 0 ? .arbitrary(&generator) : value
    }
  }

  @Test("a deeply nested change is one operation")
  func small() throws {
    let rows = (0..<1000).map { index -> JSONValue in
      ["id": .integer(index), "name": "row \(index)", "tags": ["a", "b"]]
    }
    var others = rows
    others[500] = ["id": 500, "name": "other", "tags": ["a", "b"]]
    #expect(
      patch(["rows": .array(rows)], ["rows": .array(others)])
        == #"[{"op":"replace","path":"/rows/500/name","value":"other"}]"#)
    others = rows
    others.remove(at: 3)
    #expect(patch(.array(rows), .array(others)) == #"[{"op":"remove","path":"/3"}]"#)
    others = rows
    others.insert(7, at: 3)
    #expect(patch(.array(rows), .array(others)) == #"[{"op":"add","path":"/3","value":7}]"#)
    #expect(
      patch(.array(rows), .array(rows + [1]))
        == #"[{"op":"add","path":"/1000","value":1}]"#)
  }

  @Test("keys are escaped, and objects without common keys are replaced")
  func texts() {
    #expect(
      patch(["a/b": ["m~n": 1]], ["a/b": ["m~n": 2]])
        == #"[{"op":"replace","path":"/a~1b/m~0n","value":2}]"#)
    #expect(
      patch(["a": 1, "b": 2], ["b": 2, "c": 3])
        == #"[{"op":"remove","path":"/a"},{"op":"add","path":"/c","value":3}]"#)
    #expect(patch(["on": 1], ["off": 1]) == #"[{"op":"replace","path":"","value":{"off":1}}]"#)
    #expect(patch(1, 2) == #"[{"op":"replace","path":"","value":2}]"#)
    #expect(patch([1, 2, 3], []) == #"[{"op":"replace","path":"","value":[]}]"#)
    #expect(patch(["a": 1, "b": 2], ["b": 2, "a": 1]) == "[]")
  }

  @Test("three thousand moved elements are compared quickly")
  func large() throws {
    let old = JSONValue.array((0..<3_000).map { .integer($0) })
    let new = JSONValue.array((0..<3_000).map { .integer($0 * 7 % 3_001) } + [1, 2])
    #expect(try JSONPatch(from: old, to: new).applied(to: old) == new)
    #expect(try JSONPatch(from: new, to: old).applied(to: new) == old)
    let few = JSONValue.array([5])
    #expect(try JSONPatch(from: old, to: few).applied(to: old) == few)
  }

  @Test("a pointer reads back from its text")
  func pointers() {
    for tokens in [[], [""], ["a", "0"], ["a/b", "m~n", "~1", "日本"]] {
      #expect(JSONPointer(parsing: JSONPointer(tokens).text) == JSONPointer(tokens))
    }
    for text in ["a", "/~", "/~2", "/a~"] { #expect(JSONPointer(parsing: text) == nil) }
  }

  @Test("patches that do not apply and invalid patches are rejected")
  func refusals() throws {
    let value: JSONValue = ["a": [1, 2], "b": 3]
    for path in ["/c", "/a/2", "/a/01", "/a/-", "/a/-1", "/b/c", "/c/d", "/a/x"] {
      let pointer = try #require(JSONPointer(parsing: path))
      for operation in [JSONPatch.Operation.remove(pointer), .replace(pointer, 1)] {
        let error = #expect(throws: ValueError.self, "\(path)") {
          try JSONPatch([operation]).applied(to: value)
        }
        #expect(error?.code == "no-such-element")
      }
    }
    let appended = JSONPatch([.add(JSONPointer(["a", "-"]), 3), .add(JSONPointer(["b"]), nil)])
    #expect(try appended.applied(to: value) == ["a": [1, 2, 3], "b": nil])
    for json: JSONValue in [1, [1], [["op": "add", "path": "/a"]], [["op": "move", "path": ""]]] {
      #expect(throws: ValueError.self) { try JSONPatch(json: json) }
    }
  }
}
