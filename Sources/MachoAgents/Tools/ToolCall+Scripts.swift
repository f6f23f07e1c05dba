import MachoScripting
import MachoSessions
import MachoValues

extension ToolCall {
  /// Throws if a path is not that of a script or a directory. A case is selected by `PATH:LINE`.
  func checkScript(_ path: String) throws(ToolFailure) {
    let directory = agent.host.workingDirectory
    guard !path.hasPrefix("-") else {
      throw ToolFailure("bad-arguments", "'\(path)' is not a path")
    }
    do throws(Diagnostic) {
      _ = try DirectoryFiles(directory).destination(path + "/x")
    } catch {
      throw ToolFailure("not-allowed", "'\(path)' is not below the working directory")
    }
    var file = path
    if let colon = path.lastIndex(of: ":"), Int(path[colon...].dropFirst()) != nil {
      file = String(path[..<colon])
    }
    let paths = [path, file].map(agent.host.absolutePath)
    guard !paths.contains(where: ScriptFiles.exists) else { return }
    throw ToolFailure(
      "no-such-file", "there is no '\(file)' below the working directory",
      candidates: Suggestions.nearest(to: file, among: AgentResources.paths(agent)))
  }
}
