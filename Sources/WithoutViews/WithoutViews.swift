import Foundation
import PackagePlugin

/// Compiles files of a target without the views that they declare: copies that each build makes, so that the
/// files stay as they are and an edit of one counts at once.
///
/// A package lists the files in `WithoutViews/TARGET.txt`, a path relative to the target's directory on each
/// line, and excludes them from the target.
@main struct WithoutViews: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let list = context.package.directoryURL.appending(path: "WithoutViews/\(target.name).txt")
    guard let text = try? String(contentsOf: list, encoding: .utf8) else { return [] }
    let tool = try context.tool(named: "RemoveViews").url
    return text.split(separator: "\n").map { path in
      let file = target.directoryURL.appending(path: String(path))
      let copy = context.pluginWorkDirectoryURL.appending(
        path: file.deletingPathExtension().lastPathComponent + "+WithoutViews.swift")
      return .buildCommand(
        displayName: "Removing the views of \(path)", executable: tool,
        arguments: [file.path, copy.path], inputFiles: [file], outputFiles: [copy])
    }
  }
}
