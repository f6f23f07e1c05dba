import Foundation
import MachoScripting
import MachoSessions
import MachoValues

/// What clients can read: the language, verbs and topics, scripts, and the last report.
enum AgentResources {
  static let language = "macho://language"
  private static let report = "macho://report"
  private static let help = "macho://help/"
  private static let scripts = "macho://scripts/"
  /// The maximal size of a script that is returned, in bytes.
  private static let sizeLimit = 1 << 20

  static let templates: [JSONValue] = [
    [
      "uriTemplate": "macho://help/{name}", "name": "help", "title": "Help",
      "description": "The explanation of a verb or a topic.", "mimeType": "text/plain",
    ],
    [
      "uriTemplate": "macho://scripts/{+path}", "name": "script", "title": "Script",
      "description": "A script below the working directory.", "mimeType": "text/plain",
    ],
  ]

  static func list(_ agent: Agent) -> [JSONValue] {
    var list: [JSONValue] = [
      [
        "uri": .string(language), "name": "language", "title": "The script language",
        "description": "All verbs, values, paths and error codes.", "mimeType": "text/markdown",
      ]
    ]
    if agent.report != nil {
      list.append([
        "uri": .string(report), "name": "report", "title": "The last report",
        "description": "The last report of 'explore', 'compare' or 'report'.",
        "mimeType": "text/plain",
      ])
    }
    return list
      + paths(agent).map { path in
        [
          "uri": .string(scripts + escaped(path)), "name": .string(path), "mimeType": "text/plain",
        ]
      }
  }

  /// Returns the contents of a resource. `nil` if there is none.
  static func read(_ uri: String, _ agent: Agent) -> JSONValue? {
    guard let text = text(of: uri, agent) else { return nil }
    return [
      "uri": .string(uri), "mimeType": uri == language ? "text/markdown" : "text/plain",
      "text": .string(text),
    ]
  }

  private static func text(of uri: String, _ agent: Agent) -> String? {
    if uri == language { return LanguagePage.text }
    if uri == report { return agent.report?.text }
    if uri.hasPrefix(help) { return Command.explanation(of: String(uri.dropFirst(help.count))) }
    guard uri.hasPrefix(scripts),
      let path = String(uri.dropFirst(scripts.count)).removingPercentEncoding,
      path.hasSuffix(".macho"),
      let text = try? DirectoryFiles(agent.host.workingDirectory).contents(of: path),
      text.utf8.count <= sizeLimit
    else { return nil }
    return text
  }

  /// Returns the paths of scripts.
  ///
  /// - Parameter places: Scripts or directories below the working directory. Default: the
  ///   working directory.
  static func paths(_ agent: Agent, below places: [String] = []) -> [String] {
    let directory = agent.host.workingDirectory
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    let roots = places.map(agent.host.absolutePath)
    return ScriptFiles.find(places.isEmpty ? [directory] : roots).files.map { path in
      path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }
  }

  private static func escaped(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }
}
