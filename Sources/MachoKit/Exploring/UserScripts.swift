import Foundation
import MachoExploration
import MachoScripting
import MachoSessions

/// The commands of the user's scripts below the working directory that open a feature.
struct UserScripts {
  /// The commands, in the order of the files' names.
  private(set) var lines: [Line] = []

  /// The maximum numbers of files and of commands that are used.
  private static let fileLimit = 300
  private static let lineLimit = 5_000

  init(feature: String) {
    for path in ScriptFiles.find(["."]).files.prefix(Self.fileLimit) {
      guard lines.count < Self.lineLimit, let bytes = try? ScriptFiles.read(path),
        let script = try? ScriptParser.parse(bytes),
        !CounterexampleScript.isWritten(script.source.text),
        script.steps.contains(where: { $0.line.openedFeatureName == feature })
      else { continue }
      lines += script.steps.map(\.line).filter(Self.isUseful)
    }
    lines = Array(lines.prefix(Self.lineLimit))
  }

  private static func isUseful(_ line: Line) -> Bool {
    switch line.command?.argument {
    case .sentAction, .receivedAction, .stub, .answer: true
    default: false
    }
  }
}
