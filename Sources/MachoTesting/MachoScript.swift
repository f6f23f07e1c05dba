import Foundation
public import MachoAdapters
import MachoScripting
public import Testing

/// A `.macho` script, or a case of a specification, as an argument of a parameterized test.
///
/// ```swift
/// @Test(arguments: MachoScript.all(in: "Scripts"))
/// func `a script passes`(_ script: MachoScript) throws { try script.run(features) }
/// ```
///
/// Scripts run in the test process, which makes two differences to `macho test`:
///
/// - A reducer that traps ends the whole test process.
/// - Work of an effect on the main actor or in an unstructured task is external work. A script waits
///   for it with `settle within 2s`. `macho test` runs such work on the store's executor.
public struct MachoScript: Sendable {
  /// The script's path relative to the folder. Of a case, `PATH > CONTEXT / CASE`.
  public let name: String
  /// The script's absolute path.
  public let path: String
  /// The case to run. `nil` if the script is no specification.
  private let specCase: ScriptCase?
  /// The script's path relative to the folder.
  private let file: String
  /// The reason why the script cannot run. `nil` if it can.
  private let problem: String?
  /// The script that sources this one, which opens no feature and is not run. `nil` if it is run.
  private var whole: String?

  /// Returns the scripts of a folder, at any depth, in the order of their paths. Each case of a
  /// specification is an element of its own. A script that opens no feature, and that another one of the
  /// folder sources, is skipped.
  ///
  /// If the folder is missing or has no scripts, the result is one case that fails with the reason.
  /// A test without scripts thus does not pass.
  ///
  /// - Parameters:
  ///   - folder: A path. A relative path starts at the directory of `filePath`.
  ///   - filePath: The path of a source file. Default: the calling file.
  public static func all(in folder: String, filePath: String = #filePath) -> [Self] {
    let base = URL(filePath: filePath).deletingLastPathComponent()
    let directory = URL(filePath: folder, relativeTo: base).standardizedFileURL.path
    let (files, errors) = ScriptFiles.find([directory])
    let sourced = SourcedFiles.find(in: files)
    func relativeName(of path: String) -> String {
      path.hasPrefix(directory + "/") ? String(path.dropFirst(directory.count + 1)) : path
    }
    let scripts = files.flatMap { path in
      let name = relativeName(of: path)
      return ScriptFiles.runs(of: path).map { specCase in
        Self(
          name: ScriptCase.name(of: specCase, in: name), path: path, specCase: specCase,
          file: name, problem: nil, whole: sourced[path].map { relativeName(of: $0) })
      }
    }
    func failing(_ problem: String) -> Self {
      Self(name: folder, path: directory, specCase: nil, file: folder, problem: problem)
    }
    let problems = errors.map { failing($0.description) }
    guard (scripts + problems).isEmpty else { return scripts + problems }
    return [failing("no scripts in \(directory)")]
  }

  /// Runs the script and returns its failures.
  func failures(_ features: [Feature], isStrict: Bool) throws(Skipped) -> [ScriptFailure] {
    if let problem { return [ScriptFailure(line: 1, text: problem)] }
    if let whole { return try ScriptFailure.all(of: ScriptResult(path: file, sourcedBy: whole)) }
    let environment = ProcessInfo.processInfo.environment
    let runner = ScriptRunner(catalog: features, environment: environment, isStrict: isStrict)
    return try ScriptFailure.all(of: runner.run(path: path, caseAt: specCase?.line).result)
  }
}

extension MachoScript: CustomTestStringConvertible {
  public var testDescription: String { name }
}

extension MachoScript {
  /// Runs the script. Failures become issues at the script's lines.
  ///
  /// A script with `skip` cancels its test case, with its reason.
  ///
  /// - Parameters:
  ///   - features: The features that the script can open.
  ///   - isStrict: Whether uncompared output is an issue, as with `--strict`. Default: `false`.
  public func run(_ features: [Feature], isStrict: Bool = false) throws {
    do {
      for failure in try failures(features, isStrict: isStrict) {
        Issue.record(
          Comment(rawValue: failure.text),
          sourceLocation: SourceLocation(
            fileID: "macho/\(file)", filePath: path, line: failure.line, column: 1))
      }
    } catch {
      try Test.cancel(Comment(rawValue: error.reason))
    }
  }
}
