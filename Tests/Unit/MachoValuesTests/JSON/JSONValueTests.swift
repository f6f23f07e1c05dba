import MachoValues
import Testing

@Suite struct JSONValueTests {
  @Test("written JSON is on one line and reads back as the same value")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<RoundTripTests.count * 5 {
      let value = JSONValue.arbitrary(&generator)
      let text = value.text
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      #expect(!text.unicodeScalars.contains("\u{2028}"))
      #expect(try JSONValue(parsing: text) == value)
      #expect(try JSONValue(parsing: value.prettyText) == value)
      #expect(try JSONValue(parsing: value.looseText(&generator)) == value)
      #expect(try JSONValue(parsing: text).text == text)
    }
  }

  @Test("members and elements keep their order, on one line or indented")
  func texts() {
    let value: JSONValue = [
      "id": 3, "on": true, "none": nil, "rows": [1, [], "x\u{2028}\u{1}\u{7f}€"], "empty": [:],
    ]
    #expect(
      value.text
        == #"{"id":3,"on":true,"none":null,"rows":[1,[],"x\u2028\u0001"#
        + "\u{7f}€\"],\"empty\":{}}"
    )
    #expect(
      value.prettyText == """
        {
          "id": 3,
          "on": true,
          "none": null,
          "rows": [
            1,
            [],
            "x\\u2028\\u0001\u{7f}€"
          ],
          "empty": {}
        }
        """)
  }

  @Test("numbers of any size are exact")
  func numbers() throws {
    for text in [
      "0", "-1", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "-0",
      "123456789012345678901234567890", "1.10", "1e2", "0.1", "-0.0", "1E+400",
    ] {
      #expect(try JSONValue(parsing: text).text == text)
    }
    #expect(JSONValue.number(JSONNumber(UInt64.max)).text == "18446744073709551615")
    #expect(JSONNumber(UInt64(7)) == JSONNumber(7))
    #expect(try JSONValue(parsing: "9223372036854775807").int == .max)
    #expect(try JSONValue(parsing: "9223372036854775808").int == nil)
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONNumber(0.1)?.double == 0.1)
    guard case .number(let large) = try JSONValue(parsing: "1e400") else { return }
    #expect(large.double == nil)
  }

  @Test("accessors return nil for other kinds of values")
  func access() {
    let value: JSONValue = ["a": "x", "b": 2, "c": false, "d": [nil], "é": 1]
    #expect(value["a"]?.string == "x")
    #expect(value["b"]?.int == 2)
    #expect(value["c"]?.bool == false)
    #expect(value["d"]?.array == [nil])
    #expect(value["d"]?.array?.first?.isNull == true)
    #expect(value["e"] == nil)
    #expect(value["e\u{301}"] == nil)
    #expect(value.object?.map(\.key) == ["a", "b", "c", "d", "é"])
    #expect(value["a"]?.int == nil && value["a"]?.bool == nil && value["a"]?["x"] == nil)
  }

  @Test("objects are equal in any member order, strings only byte for byte")
  func equality() {
    #expect(["a": 1, "b": 2] as JSONValue == ["b": 2, "a": 1])
    #expect(["a": 1, "b": 2] as JSONValue != ["b": 1, "a": 2])
    #expect(["a": 1] as JSONValue != ["a": 1, "b": 2])
    #expect("é" as JSONValue != "e\u{301}")
    #expect(["é": 1] as JSONValue != ["e\u{301}": 1])
    #expect([1, 2] as JSONValue != [2, 1])
  }
}
