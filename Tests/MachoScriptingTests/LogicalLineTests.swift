import Testing

@testable import MachoScripting

@Suite struct LogicalLineTests {
  @Test(arguments: [
    "", " ", "send x", "send f(1)", "send f(\n1)", #"send "(""#, #"send "\"(""#, #"send #"""#,
    ##"send #"\"#"##, ##"send #"""#"##, ##"send #""" "#"##, "send \"\"\"\n(\n\"\"\"",
    "send #\"\"\"\n\"\"\"\n\"\"\"#", "send \"\"\"\n\\\"\"\"\n\"\"\"", "expect path[#0] == 1",
    "send x)", "send f(]", "send \"abc", "send f(\"abc", "# it's (", "| (", "[linux", "! [a] f()",
    "echo it's", #"send "\\""#, #"send f("(", [")"])"#, "send #\"abc", "-- (",
  ])
  func `A whole line is complete`(text: String) {
    #expect(logicalLineIsComplete(text))
  }

  @Test(arguments: [
    "send f(", "send [", "send {", "send f([", "send f([1,",
    "send \"\"\"", "send \"\"\"\nabc\n\"\"", "send #\"\"\"\n\"\"\"", "send f(\n\"\"\"\n)\n",
    "! [a] send f(", "[linux] send f(", "send \"\"\"\n\\\"\"\"", ##"send #"""abc"##,
  ])
  func `An open delimiter asks for more`(text: String) {
    #expect(!logicalLineIsComplete(text))
  }
}
