import Testing

@testable import MachoEditors

@Suite struct ScriptFormatterTests {
  @Test func normalizesBlanksAndEmptyLines() {
    let text = "  feature   counter  \n\n\n## one\n[linux]   !  [no-such-case]   send   x\n\n"
    #expect(
      ScriptFormatter.format(text)
        == "feature counter\n\n## one\n[linux] ! [no-such-case] send x\n")
  }

  @Test func keepsStringsOutputAndSections() {
    let text = "echo \"\"\"\n  a  \n\n\n  \"\"\"\n|  a  \n\n-- x --\n\n\n1  \n\n"
    #expect(ScriptFormatter.format(text) == text)
  }

  @Test func keepsTheRowsOfCases() {
    #expect(
      ScriptFormatter.format("##  cases\n- a,  b  \n- 1,  2\n\n\n- 30, 4\n  echo $a   $b\n")
        == "##  cases\n- a,  b\n- 1,  2\n\n- 30, 4\necho $a   $b\n")
    #expect(ScriptFormatter.format(" - x\n") == " - x\n")
  }

  @Test func doesNotFormatWhatCannotBeParsed() {
    #expect(ScriptFormatter.format("echo \"\n") == nil)
  }

  @Test func keepsTheLineEndingsOfTheFile() {
    #expect(ScriptFormatter.format("  state\r\n") == "state\r\n")
  }

  @Test func formattingTwiceIsFormattingOnce() {
    let lines = [
      "", " ", "# c", "## p", "  state ", "echo (\n 1)", "|...", "! send  x", "-- s --",
      "#!macho 1", "## cases", "- a", "  - a",
    ]
    for first in lines {
      for second in lines {
        for third in lines {
          let text = [first, second, third].joined(separator: "\n")
          guard let once = ScriptFormatter.format(text) else { continue }
          #expect(ScriptFormatter.format(once) == once, "\(text.debugDescription)")
        }
      }
    }
  }
}
