import MachoValues
import Testing

@testable import MachoScripting

@Suite struct ScriptMigrationTests {
  private func migrated(_ text: String, _ renamings: String...) throws -> ScriptMigration.Result {
    let script = try ScriptParser.parse(Array(text.utf8))
    return ScriptMigration(try renamings.map { try Renaming(parsing: $0) }).rewrite(script)
  }

  @Test func `Whole names change in commands and expected output`() throws {
    let result = try migrated(
      """
      feature lamp
      send lamp.switched(isOn: true)
      |   Lamp.State(
      | -   isOn: false
      | +   isOn: true
      |   )
      expect isOn == true
      send isOnAndOff
      """, "isOn=isLit", "switched=toggled")
    #expect(result.changed == [2, 4, 5, 7])
    #expect(
      result.text == """
        feature lamp
        send lamp.toggled(isLit: true)
        |   Lamp.State(
        | -   isLit: false
        | +   isLit: true
        |   )
        expect isLit == true
        send isOnAndOff
        """)
  }

  @Test func `Names change in the rows of cases`() throws {
    let result = try migrated(
      "feature lamp\n## cases\n- action, isOn\n- switched(to: 1), \"switched\"\nsend $action\n",
      "switched=toggled")
    #expect(result.changed == [4])
    #expect(result.text.contains("\n- toggled(to: 1), \"switched\"\n"))
  }

  @Test func `Comments, phases, verbs, strings and sections are not changed`() throws {
    let text = #"""
      # state is a name here
      ## the state
      feature lamp
      state
      |~ .*
      send named("state", #"state "state" "#, """
        state
        """)
      -- state --
      state

      """#
    let result = try migrated(text, "state=status")
    #expect(result.text == text)
    #expect(result.changed == [])
  }

  @Test func `A name after a string changes, even after a multi-line string`() throws {
    let result = try migrated(
      #"""
      send named("\"old", """
        old
        """, old: old)
      """#, "old=new")
    #expect(
      result.text == #"""
        send named("\"old", """
          old
          """, new: new)
        """#)
    #expect(result.changed == [3])
  }

  @Test func `A line that must fail because of an unknown name is not changed`() throws {
    let text = "! [no-such-case] send old\n! [unasserted-action] send old\n"
    let result = try migrated(text, "old=new")
    #expect(result.text == "! [no-such-case] send old\n! [unasserted-action] send new\n")
  }

  @Test func `Two names can be swapped`() throws {
    #expect(try migrated("send a(b: 1)\n", "a=b", "b=a").text == "send b(a: 1)\n")
  }

  @Test(arguments: ["", "a", "=", "a=", "=b", "a=b=c", "a.b=c", "1a=b", "a=b c", "a=a"])
  func `An invalid renaming is rejected`(_ text: String) {
    #expect(throws: MigrationError.self) { try Renaming(parsing: text) }
  }
}
