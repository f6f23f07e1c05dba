import Testing

@testable import MachoScripting

@Suite struct SpooledTextTests {
  @Test func `Text of any length is complete`() {
    let text = SpooledText()
    var all = ""
    for number in 0..<60_000 {
      let line = "send tapped(\(number), \"猫🐈\")\n"
      text.append(line)
      all += line
      if number % 20_000 == 0 { #expect(text.contents == all) }
    }
    #expect(all.utf8.count > 3 << 19)
    #expect(text.contents == all)
    text.append("quit\n")
    #expect(text.contents == all + "quit\n")
  }
}
