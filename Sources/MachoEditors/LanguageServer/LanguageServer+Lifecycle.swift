import Foundation
import MachoScripting
import MachoValues

extension LanguageServer {
  /// Reads the client's settings and returns the server's capabilities.
  func initialize(_ parameters: JSONValue) -> JSONValue {
    let workspace = parameters["capabilities"]?["workspace"]
    canWatchFiles =
      workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    let listed = parameters["workspaceFolders"]?.array ?? []
    folders = listed.compactMap { $0["uri"]?.string.flatMap(DocumentPath.path(of:)) }
    if folders.isEmpty, let root = parameters["rootUri"]?.string.flatMap(DocumentPath.path(of:)) {
      folders = [root]
    }
    if let seconds = parameters["initializationOptions"]?["commandTimeout"]?.int {
      commandTimeout = .seconds(max(1, seconds))
    }
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": "macho", "version": .string("\(Script.version)")],
    ]
  }

  private var capabilities: JSONValue {
    [
      "positionEncoding": "utf-16",
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
      "completionProvider": [
        "triggerCharacters": [" ", ".", "(", "[", "$", ",", ":", "!", "\""]
      ],
      "signatureHelpProvider": ["triggerCharacters": [" ", "(", ","]],
      "hoverProvider": true,
      "definitionProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "documentSymbolProvider": true,
      "foldingRangeProvider": true,
      "semanticTokensProvider": ["legend": SemanticTokens.legend, "full": true],
      "documentFormattingProvider": true,
      "renameProvider": ["prepareProvider": true],
      "codeActionProvider": ["codeActionKinds": ["quickfix"]],
      "codeLensProvider": [:],
      "inlayHintProvider": true,
      "executeCommandProvider": [
        "commands": .array(DocumentCommand.allCases.map { .string($0.rawValue) })
      ],
    ]
  }

  /// Asks the editor to report when the driver's executable or a script changes.
  func watchExecutable() {
    guard canWatchFiles else { return }
    request(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "executable", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": [
              "watchers": [
                ["globPattern": .string(host.executable)], ["globPattern": "**/*.macho"],
              ]
            ],
          ]
        ]
      ])
  }
}

/// The path of a document's URI.
enum DocumentPath {
  /// Returns the path of a `file:` URI. Returns `nil` for any other URI.
  static func path(of uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.utf8.dropFirst("file://".utf8.count).drop { $0 != UInt8(ascii: "/") }
    var bytes: [UInt8] = []
    var index = rest.startIndex
    while index < rest.endIndex {
      let byte = rest[index]
      let digits = rest[rest.index(after: index)...].prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: Array(digits), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        index = rest.index(index, offsetBy: 3)
      } else {
        bytes.append(byte)
        index = rest.index(after: index)
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a path without symbolic links, to compare it with others.
  static func withoutLinks(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Returns the `file:` URI of an absolute path.
  static func uri(of path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      let isPlain =
        isNameByte(byte) && byte < 0x80
        || [UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "~")]
          .contains(byte)
      bytes +=
        isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
