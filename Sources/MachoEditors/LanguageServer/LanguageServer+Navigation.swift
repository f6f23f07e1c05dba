import Foundation
import MachoScripting
import MachoSessions
import MachoValues

// Definitions, references and renaming.

extension LanguageServer {
  func definition(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    guard let (line, column) = document.location(in: parameters) else { return respond(.null) }
    switch document.token(atLine: line, column: column)?.role {
    case .usesVariable(let name), .definesVariable(let name):
      respond(document.definition(ofVariable: name, usedAt: line).map(document.location) ?? .null)
    case .usesFile(let name):
      if let section = document.tokens.first(where: { $0.role == .definesSection(name) }) {
        return respond(document.location(of: section))
      }
      respond(document.fileLocation(named: name) ?? .null)
    case .definesSection, nil:
      // An effect's origin: the command, or the line about the effect in expected output.
      afterEvaluation(of: document) { [self] in
        respond(origin(in: document, line: line) ?? .null)
      }
    }
  }

  /// Returns the location of the effect that a line is about.
  private func origin(in document: OpenDocument, line: Int) -> JSONValue? {
    guard let evaluation = document.evaluation, document.isEvaluated else { return nil }
    let text = document.lines.text(line)
    guard text.hasPrefix("|") else {
      return evaluation.command(at: line)?.origins.first.flatMap { location(of: $0.location) }
    }
    // `| #1 run  from factButtonTapped at CounterFeature.swift`
    let words = text.split(separator: " ")
    guard let number = words.dropFirst().first?.dropFirst(), let effect = Int(number) else {
      return nil
    }
    let origins = evaluation.commands.filter { $0.line <= line }.flatMap(\.origins)
    return origins.last { $0.effect == effect }.flatMap { location(of: $0.location) }
  }

  /// Finds a source file below the folders of the workspace. Effects know only its name.
  private func location(of code: CodeLocation) -> JSONValue? {
    for folder in folders {
      guard let path = SourceFileSearch.path(of: code.file, below: folder) else { continue }
      let position = TextPosition(line: max(0, code.line - 1), character: 0)
      return [
        "uri": .string(DocumentPath.uri(of: path)),
        "range": TextRange(start: position, end: position).json,
      ]
    }
    return nil
  }

  func references(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    let includesDefinition =
      parameters["context"]?["includeDeclaration"]?.bool ?? true
    let found = document.occurrences(in: parameters) ?? []
    respond(
      .array(
        found.filter { includesDefinition || !$0.isDefinition }.map(document.location)))
  }

  func highlights(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    let found = document.occurrences(in: parameters) ?? []
    respond(
      .array(
        found.map {
          ["range": document.range(of: $0).json, "kind": $0.isDefinition ? 3 : 2]
        }))
  }

  func prepareRename(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    guard let (line, column) = document.location(in: parameters),
      let token = document.token(atLine: line, column: column), let name = token.variable,
      document.occurrences(ofVariable: name).contains(where: \.isDefinition)
    else { return respond(.null) }
    respond([
      "range": document.lines.range(line: token.line, columns: token.nameColumns).json,
      "placeholder": .string(name),
    ])
  }

  func rename(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    guard let (line, column) = document.location(in: parameters),
      let name = document.token(atLine: line, column: column)?.variable,
      let new = parameters["newName"]?.string.map({
        $0.hasPrefix("$") ? String($0.dropFirst()) : $0
      }),
      !new.isEmpty, new.utf8.allSatisfy(isNameByte),
      !(new.utf8.first.map { (0x30...0x39).contains($0) } ?? true),
      document.occurrences(ofVariable: new).isEmpty
    else { return respond(.null) }
    let edits = document.occurrences(ofVariable: name).map { token -> JSONValue in
      [
        "range": document.lines.range(line: token.line, columns: token.nameColumns).json,
        "newText": .string(new),
      ]
    }
    respond(["changes": .object([.init(document.uri, .array(edits))])])
  }
}

extension OpenDocument {
  /// Returns the tokens that define or use the name at a position.
  fileprivate func occurrences(in parameters: JSONValue) -> [ScriptToken]? {
    guard let (line, column) = location(in: parameters),
      let token = token(atLine: line, column: column)
    else { return nil }
    if let name = token.variable { return occurrences(ofVariable: name) }
    guard let file = token.file else { return nil }
    return tokens.filter { $0.file == file }
  }

  fileprivate func occurrences(ofVariable name: String) -> [ScriptToken] {
    tokens.filter { $0.variable == name }
  }

  /// Returns the definition of a variable: the last above its use.
  fileprivate func definition(ofVariable name: String, usedAt line: Int) -> ScriptToken? {
    let found = tokens.filter { $0.role == .definesVariable(name) }
    return found.last { $0.line <= line } ?? found.first
  }

  /// Returns the location of a file beside the script.
  fileprivate func fileLocation(named name: String) -> JSONValue? {
    guard path != "-" else { return nil }
    let file = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let start = TextPosition(line: 0, character: 0)
    return [
      "uri": .string(DocumentPath.uri(of: file.path)),
      "range": TextRange(start: start, end: start).json,
    ]
  }
}

extension ScriptToken {
  /// The name of the variable that the token defines or uses.
  var variable: String? {
    switch role {
    case .definesVariable(let name), .usesVariable(let name): name
    default: nil
    }
  }

  /// The section or file that the token defines or uses.
  fileprivate var file: String? {
    switch role {
    case .definesSection(let name), .usesFile(let name): name
    default: nil
    }
  }

  var isDefinition: Bool {
    switch role {
    case .definesVariable, .definesSection: true
    default: false
    }
  }

  /// The columns without the `$` of a variable.
  fileprivate var nameColumns: Range<Int> {
    if case .usesVariable = role { columns.lowerBound + 1..<columns.upperBound } else { columns }
  }
}

/// Finds a Swift file by its name.
enum SourceFileSearch {
  /// Returns the path of the first file with a name below a directory. Directories that begin with a
  /// dot, such as build directories, are not searched.
  static func path(of name: String, below directory: String) -> String? {
    var directories = [directory]
    while let directory = directories.popLast() {
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      if entries.contains(name) { return directory + "/" + name }
      for entry in entries.sorted().reversed() where !entry.hasPrefix(".") {
        let path = directory + "/" + entry
        var isDirectory: ObjCBool = false
        if !entry.contains("."),
          FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
          isDirectory.boolValue
        {
          directories.append(path)
        }
      }
    }
    return nil
  }
}
