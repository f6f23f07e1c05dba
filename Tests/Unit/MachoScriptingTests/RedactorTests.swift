import MachoValues
import Testing

@testable import MachoScripting

@Suite struct RedactorTests {
  @Test func `Each secret that matches a pattern has the same replacement everywhere`() throws {
    let redactor = try Redactor(patterns: ["sk-[a-z0-9]+"], properties: [])
    #expect(
      redactor.redact("send login(\"sk-abc\")\n| + key: \"sk-abc\"\n| + other: \"sk-def\"\n")
        == "send login(\"redacted-1\")\n| + key: \"redacted-1\"\n| + other: \"redacted-2\"\n")
    #expect(redactor.redact("Bearer sk-def, sk-abc") == "Bearer redacted-2, redacted-1")
  }

  @Test(arguments: [
    ("State(token: \"hidden!\", name: \"x\")", "State(token: \"redacted-1\", name: \"x\")"),
    (
      "| +   token: \"hidden!\",\n| +   name: \"x\"",
      "| +   token: \"redacted-1\",\n| +   name: \"x\""
    ),
    ("send binding.set(\\.token, \"hidden!\")", "send binding.set(\\.token, \"redacted-1\")"),
    ("expect user.token == \"hidden!\"", "expect user.token == \"redacted-1\""),
    (
      "token: Token(raw: \"hidden!\", id: 123456), n: 9",
      "token: Token(raw: \"redacted-1\", id: 100002), n: 9"
    ),
    ("token: \"a\", name: \"aaa\"", "token: \"redacted-1\", name: \"aaa\""),
    ("token: \"a\\\"bcd\", x: 1", "token: \"redacted-1\", x: 1"),
    (
      "token: UUID(\"DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF\")",
      "token: UUID(\"00000000-0000-0000-0000-000000000001\")"
    ),
    ("tokens: \"public\", mytoken: \"public\"", "tokens: \"public\", mytoken: \"public\""),
    (
      "token: `a\"),`(x: \"hidden!\"), name: \"public\"",
      "token: `a\"),`(x: \"redacted-1\"), name: \"public\""
    ),
    ("token: \"\"", "token: \"\""), ("token: .added, x: .added", "token: .added, x: .added"),
  ])
  func `Values of a named property are redacted`(text: String, expected: String) throws {
    let redactor = try Redactor(patterns: [], properties: ["token"])
    #expect(redactor.redact(text) == expected)
  }

  @Test func `A known secret is redacted in later text without the property name`() throws {
    let redactor = try Redactor(patterns: [], properties: ["token"])
    _ = redactor.redact("token: \"hidden!\"")
    #expect(redactor.redact("answer login -> \"hidden!\"") == "answer login -> \"redacted-1\"")
  }

  @Test func `Short matches of a pattern are redacted`() throws {
    let redactor = try Redactor(patterns: [#"\b123\b"#], properties: [])
    #expect(
      redactor.redact("send note(\"pin 123\")\n# cvv 123\necho 123, 1234\n")
        == "send note(\"pin 101\")\n# cvv 101\necho 101, 1234\n")
    #expect(try Redactor(patterns: ["pi"], properties: []).redact("pi") == "redacted-1")
  }

  @Test func `The output of a failure that quotes a secret is removed`() throws {
    let redactor = try Redactor(patterns: [#"token\w+"#], properties: [])
    #expect(
      redactor.redact("! [syntax] send tokensecret\n| send tokensecret\n|      ^^^\nstate\n| x\n")
        == "! [syntax] send redacted-1\nstate\n| x\n")
    #expect(redactor.redact("! [syntax] send\n| why\n") == "! [syntax] send\n| why\n")
  }

  @Test func `An invalid pattern is an error`() {
    #expect(throws: (any Error).self) { try Redactor(patterns: ["("], properties: []) }
  }

  @Test func `Secret properties are redacted in states and patches of JSON`() throws {
    let redactor = try Redactor(patterns: ["sk-[a-z]+"], properties: ["token", "line"])
    let event: JSONValue = [
      "line": 1234, "state": ["token": "hidden!", "line": 1234, "name": "hidden! sk-abc"],
      "patch": [
        ["op": "replace", "path": "/user/token", "value": "other!"],
        ["op": "replace", "path": "/count", "value": 1234],
      ],
      "diff": [["added", "+ token: \"hidden!\""]],
    ]
    let redacted: JSONValue = [
      "line": 1234,
      "state": ["token": "redacted-1", "line": 1002, "name": "redacted-1 redacted-3"],
      "patch": [
        ["op": "replace", "path": "/user/token", "value": "redacted-4"],
        ["op": "replace", "path": "/count", "value": 1234],
      ],
      "diff": [["added", "+ token: \"redacted-1\""]],
    ]
    #expect(redactor.redact(event).prettyText == redacted.prettyText)
  }
}
