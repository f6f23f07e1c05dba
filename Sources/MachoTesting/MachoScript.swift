import Foundation
public import MachoAdapters
import MachoScripting
import MachoSessions
public import Testing

/// A `.macho` script as a case of a test.
///
/// ```swift
/// @Test(arguments: MachoScript.all(in: "Scripts"))
/// func `a script passes`(_ script: MachoScript) throws { try script.check(features) }
/// ```
///
/// A script is checked as `macho test` checks it, with two differences, as it runs in the process
/// of the tests. A reducer that traps ends them all. And what an effect does on the main actor or
/// in a task of its own is work outside of the store, which a script lets in with
/// `settle within 2s`; `macho test` brings such work inside.
public struct MachoScript: Sendable {
  /// What the script is called: its path below the folder.
  public let name: String
  /// Where it is.
  public let path: String
  /// Why there is no such script, if there is none.
  private let problem: String?

  /// The scripts of a folder, at any depth, in the order of their paths.
  ///
  /// A folder that is missing or has none gives one case, which fails and says so: tests that check
  /// nothing must not pass.
  ///
  /// - Parameter folder: A path; one that is relative begins at the directory of the calling file.
  public static func all(in folder: String, filePath: String = #filePath) -> [Self] {
    let base = URL(filePath: filePath).deletingLastPathComponent()
    let directory = URL(filePath: folder, relativeTo: base).standardizedFileURL.path
    let (files, errors) = ScriptFiles.find([directory])
    let scripts = files.map { path in
      let name =
        path.hasPrefix(directory + "/") ? String(path.dropFirst(directory.count + 1)) : path
      return Self(name: name, path: path, problem: nil)
    }
    let problems = errors.map { Self(name: folder, path: directory, problem: $0.description) }
    guard (scripts + problems).isEmpty else { return scripts + problems }
    return [Self(name: folder, path: directory, problem: "there are no scripts in \(directory)")]
  }

  /// What is wrong in the script, each at its line.
  func failures(_ features: [Feature], isStrict: Bool) throws(Skipped) -> [ScriptFailure] {
    if let problem { return [ScriptFailure(line: 1, text: problem)] }
    let environment = ProcessInfo.processInfo.environment
    let runner = ScriptRunner(catalog: features, environment: environment, isStrict: isStrict)
    return try ScriptFailure.all(of: runner.run(path: path).result)
  }
}

extension MachoScript: CustomTestStringConvertible {
  public var testDescription: String { name }
}

extension MachoScript {
  /// Runs the script; what is wrong becomes an issue at the script's line.
  ///
  /// A script that says `skip` cancels its case, with its reason.
  ///
  /// - Parameters:
  ///   - features: Those that the script may open.
  ///   - isStrict: Whether a command whose output is not compared is an issue, as with `--strict`.
  public func run(_ features: [Feature], isStrict: Bool = false) throws {
    do {
      for mistake in try failures(features, isStrict: isStrict) {
        Issue.record(
          Comment(rawValue: mistake.text),
          sourceLocation: SourceLocation(
            fileID: "macho/\(name)", filePath: path, line: mistake.line, column: 1))
      }
    } catch {
      try Test.cancel(Comment(rawValue: error.reason))
    }
  }
}
