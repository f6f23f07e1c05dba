import Foundation
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
      respond(definition(ofVariable: name, usedAt: line, in: document) ?? .null)
    case .usesFile(let name), .sourcesFile(let name):
      if let section = document.tokens.first(where: { $0.role == .definesSection(name) }) {
        return respond(document.location(of: section))
      }
      respond(document.siblingPath(named: name).map(startOfFile) ?? .null)
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

  /// Finds a source file below the folders of the workspace. Effects know only its name, so there may
  /// be several locations.
  private func location(of code: CodeLocation) -> JSONValue? {
    let paths = folders.flatMap { SourceFileSearch.paths(of: code.file, below: $0) }
    guard !paths.isEmpty else { return nil }
    let position = TextPosition(line: max(0, code.line - 1), character: 0)
    return .array(
      paths.map { path in
        [
          "uri": .string(DocumentPath.uri(of: path)),
          "range": TextRange(start: position, end: position).json,
        ]
      })
  }

  func references(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    let includesDefinition =
      parameters["context"]?["includeDeclaration"]?.bool ?? true
    let found: [(script: RelatedScript, token: ScriptToken)]
    if let name = document.token(in: parameters)?.variable {
      found = occurrences(ofVariable: name, around: document)
    } else {
      let script = RelatedScript(document)
      found = (document.occurrences(in: parameters) ?? []).map { (script, $0) }
    }
    respond(
      .array(
        found.filter { includesDefinition || !$0.token.isDefinition }
          .map { $0.script.location(of: $0.token) }))
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
    guard let token = document.token(in: parameters), let name = token.variable,
      occurrences(ofVariable: name, around: document).contains(where: \.token.isDefinition)
    else { return respond(.null) }
    respond([
      "range": document.lines.range(line: token.line, columns: token.nameColumns).json,
      "placeholder": .string(name),
    ])
  }

  /// Renames a variable in the script, in the scripts that it sources, and in the open ones that
  /// source it. Throws for an invalid name and for one that another variable has.
  func rename(
    _ document: OpenDocument, _ parameters: JSONValue
  ) throws(RequestError) -> JSONValue {
    guard let name = document.token(in: parameters)?.variable else {
      throw RequestError(message: "only the names of variables can be changed")
    }
    let typed = parameters["newName"]?.string ?? ""
    let new = typed.hasPrefix("$") ? String(typed.dropFirst()) : typed
    guard let first = new.utf8.first, !(0x30...0x39).contains(first),
      new.utf8.allSatisfy(isNameByte)
    else {
      throw RequestError(
        message: "'\(typed)' is not a name: letters, digits and '_', a letter first")
    }
    if new == name { return ["changes": [:]] }
    guard occurrences(ofVariable: new, around: document).isEmpty else {
      throw RequestError(message: "there is a variable '\(new)' already")
    }
    let found = Dictionary(
      grouping: occurrences(ofVariable: name, around: document), by: \.script.uri)
    let changes = found.sorted { $0.key < $1.key }.map { uri, places in
      JSONValue.Member(
        uri,
        .array(
          places.map { script, token in
            [
              "range": script.lines.range(line: token.line, columns: token.nameColumns).json,
              "newText": .string(new),
            ]
          }))
    }
    return ["changes": .object(changes)]
  }

  private func startOfFile(at path: String) -> JSONValue {
    let start = TextPosition(line: 0, character: 0)
    return [
      "uri": .string(DocumentPath.uri(of: path)),
      "range": TextRange(start: start, end: start).json,
    ]
  }
}

extension OpenDocument {
  /// Returns the token at the position in a request.
  fileprivate func token(in parameters: JSONValue) -> ScriptToken? {
    location(in: parameters).flatMap { token(atLine: $0.line, column: $0.column) }
  }

  /// Returns the tokens that define or use the name at a position.
  fileprivate func occurrences(in parameters: JSONValue) -> [ScriptToken]? {
    guard let token = token(in: parameters) else { return nil }
    if let name = token.variable { return tokens.filter { $0.variable == name } }
    guard let file = token.file else { return nil }
    return tokens.filter { $0.file == file }
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
    case .definesSection(let name), .usesFile(let name), .sourcesFile(let name): name
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

/// Finds Swift files by their name.
enum SourceFileSearch {
  /// Returns the paths of the files with a name below a directory. Directories that begin with a dot,
  /// such as build directories, are not searched.
  static func paths(of name: String, below directory: String) -> [String] {
    var found: [String] = []
    var directories = [directory]
    while let directory = directories.popLast() {
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      if entries.contains(name) { found.append(directory + "/" + name) }
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
    return found
  }
}
