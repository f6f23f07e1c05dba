import Foundation
import MachoScripting
import MachoValues

/// A script that shares variables with a document: `source` runs one in the session of the other.
struct RelatedScript {
  let uri: String
  let lines: SourceLines
  let tokens: [ScriptToken]
  /// The paths of the scripts that it sources.
  let sourcedPaths: [String]

  init(_ document: OpenDocument) {
    (uri, lines, tokens) = (document.uri, document.lines, document.tokens)
    sourcedPaths = Self.sourcedPaths(in: tokens, beside: document.path)
  }

  /// Reads a script that is not open. Returns `nil` if its file cannot be read.
  fileprivate init?(path: String) {
    guard let bytes = try? ScriptFiles.read(path) else { return nil }
    uri = DocumentPath.uri(of: path)
    lines = SourceLines(TextDocument(String(decoding: bytes, as: UTF8.self)))
    tokens = ScriptLexer.tokens(of: lines.lines)
    sourcedPaths = Self.sourcedPaths(in: tokens, beside: path)
  }

  private static func sourcedPaths(in tokens: [ScriptToken], beside path: String) -> [String] {
    tokens.compactMap { token in
      guard case .sourcesFile(let name) = token.role,
        !tokens.contains(where: { $0.role == .definesSection(name) })
      else { return nil }
      return siblingPath(named: name, of: path)
    }
  }

  /// Returns a location of the protocol.
  func location(of token: ScriptToken) -> JSONValue {
    ["uri": .string(uri), "range": lines.range(line: token.line, columns: token.columns).json]
  }
}

extension LanguageServer {
  /// Returns a document, the scripts that it sources, and the open ones that source it, and so on.
  func relatedScripts(of document: OpenDocument) -> [RelatedScript] {
    let open = documents.values.sorted { $0.uri < $1.uri }.map(RelatedScript.init)
    var found: [RelatedScript] = []
    var queue = [RelatedScript(document)]
    while let script = queue.popLast() {
      guard !found.contains(where: { $0.uri == script.uri }) else { continue }
      found.append(script)
      for path in script.sourcedPaths {
        let uri = DocumentPath.uri(of: path)
        if let next = open.first(where: { $0.uri == uri }) ?? RelatedScript(path: path) {
          queue.append(next)
        }
      }
      queue += open.filter { other in
        other.sourcedPaths.contains { DocumentPath.uri(of: $0) == script.uri }
      }
    }
    return found
  }

  /// Returns where a variable is defined and used in a document and the scripts related to it.
  func occurrences(
    ofVariable name: String, around document: OpenDocument
  ) -> [(script: RelatedScript, token: ScriptToken)] {
    relatedScripts(of: document).flatMap { script in
      script.tokens.filter { $0.variable == name }.map { (script, $0) }
    }
  }

  /// Returns the definition of a variable: the last above its use, else the first one anywhere.
  func definition(
    ofVariable name: String, usedAt line: Int, in document: OpenDocument
  ) -> JSONValue? {
    let here = document.tokens.filter { $0.role == .definesVariable(name) }
    if let token = here.last(where: { $0.line <= line }) { return document.location(of: token) }
    let found = occurrences(ofVariable: name, around: document).filter(\.token.isDefinition)
    let elsewhere = found.first { $0.script.uri != document.uri } ?? found.first
    return elsewhere.map { $0.script.location(of: $0.token) }
  }

  /// Runs the documents again that read files: a file has changed.
  func rerunDocumentsThatReadFiles(exceptAt uri: String? = nil) {
    for document in documents.values where document.uri != uri && document.readsFiles {
      document.stop()
      document.defect = nil
      document.evaluation = nil
    }
  }
}

extension OpenDocument {
  /// Whether the script names a file beside it.
  fileprivate var readsFiles: Bool {
    tokens.contains { token in
      switch token.role {
      case .usesFile(let name), .sourcesFile(let name):
        !tokens.contains { $0.role == .definesSection(name) }
      default: false
      }
    }
  }

  /// Returns the path of a file beside the script. Returns `nil` if there is none.
  func siblingPath(named name: String) -> String? {
    MachoEditors.siblingPath(named: name, of: path)
  }
}

private func siblingPath(named name: String, of path: String) -> String? {
  guard path != "-" else { return nil }
  let file = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name)
  return FileManager.default.fileExists(atPath: file.path) ? file.path : nil
}
