import Foundation
import MachoSessions
import Testing

@Suite struct `Sources outside of the Commands folder` {
  /// The files that contain names equal to verbs, with the reason.
  private static let exceptions = [
    "MachoAgents/Sessions/RememberedLine.swift": "members of the result of a line",
    "MachoAgents/Tools/ActionsTool.swift": "names of tools and their members",
    "MachoAgents/Tools/CompareTool.swift": "names of tools and their members",
    "MachoAgents/Tools/ExploreTool.swift": "names of tools and their members",
    "MachoAgents/Tools/HelpTool.swift": "names of tools and their members",
    "MachoAgents/Tools/OpenTool.swift": "names of tools and their members",
    "MachoAgents/Tools/SaveTool.swift": "names of tools and their members",
    "MachoAgents/Tools/StateTool.swift": "names of tools and their members",
    "MachoEditors/Syntax/ValueLexer.swift": "the keywords of responses",
    "MachoExploration/NameHint.swift":
      "words in the names of a feature's actions",
    "MachoKit/Isolation/ScriptRequest.swift": "an option of a request to a child process",
    "MachoScripting/Exporting/SwiftExport+File.swift": "the keywords of Swift",
    "MachoScripting/Exporting/TraceExport.swift": "kinds of events in a timeline",
    "MachoScripting/Parsing/SpecHeading.swift": "the first words of headings",
    "MachoScripting/Recording/Redactor.swift": "members of messages",
    "MachoScripting/Reports/JUnitReport.swift": "the elements of XML",
    "MachoScripting/Rewriting/Migration+Recordings.swift": "members of an app's recording",
    "MachoWire/Methods/ConnectionMethods.swift": "parameters of methods",
    "MachoWire/Methods/EventMethods.swift": "parameters of methods",
    "MachoWire/Methods/LineMethods.swift": "parameters of methods",
    "MachoWire/Methods/SessionMethods.swift": "parameters of methods",
  ]

  @Test func `ask a command for facts and compare no verbs`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
      .filter { $0.hasSuffix(".swift") && $0.hasPrefix("Macho") }
      .filter { !$0.hasPrefix("MachoSessions/Commands/") && !$0.hasPrefix("MachoGallery/") }
    #expect(files.count > 100)
    let found = try files.sorted().filter { file in
      let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
      return text.split(separator: "\n").contains { comparesVerb($0) }
    }
    #expect(found == Self.exceptions.keys.sorted())
  }

  @Test(arguments: [
    #"if verb == "undo" {"#, #"guard "undo" != verb else {"#, #"case "undo", "mine":"#,
    #"case "mine", "undo" where isOpen:"#, #"["undo", "redo"].contains(verb)"#,
    #"let verbs: Set = ["mine", "undo"]"#, #"  "undo", "redo","#,
  ])
  func `are recognized by`(line: String) { #expect(comparesVerb(line[...])) }

  @Test(arguments: [
    #"message["feature"]?.string"#, #".init("state", .string(text))"#, #"["state": value]"#,
    #"case .failure: "state""#, #"if verb == "mine" {"#, #"run("undo")"#,
  ])
  func `may contain`(line: String) { #expect(!comparesVerb(line[...])) }

  /// Returns whether a line compares something with a verb or lists a verb.
  private func comparesVerb(_ line: Substring) -> Bool {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.dropLast().contains { index in
      guard index % 2 == 1, Command.named(String(parts[index])) != nil else { return false }
      let before = line[..<parts[index].startIndex].dropLast()
      let after = parts[index + 1]
      if before.hasSuffix("= ") && !before.hasSuffix(" = ") { return true }
      if after.hasPrefix(" ==") || after.hasPrefix(" !=") { return true }
      let code = before.drop { $0 == " " }
      if code.hasPrefix("case \"") || code == "case " { return true }
      let isSubscript = before.hasSuffix("[") && before.dropLast().last.map(Self.endsName) ?? false
      let isElement = before.hasSuffix("[") || before.hasSuffix(", ") || code.isEmpty
      return isElement && !isSubscript && (after.hasPrefix(",") || after.hasPrefix("]"))
    }
  }

  private static func endsName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_)]?".contains(character)
  }

  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")
}
