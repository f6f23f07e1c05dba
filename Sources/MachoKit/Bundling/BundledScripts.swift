import Foundation
import MachoScripting
import MachoSessions
import MachoSystem

/// The scripts of a bundle with the files that they read.
struct BundledScripts {
  /// Why a file cannot be part of a bundle.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The files by their paths relative to the working directory.
  private(set) var files: [String: String] = [:]
  /// The paths of the scripts, relative to the working directory.
  private(set) var scripts: [String] = []

  /// Adds scripts and, for each, the files in its directory that its lines or those of sourced
  /// scripts name.
  mutating func add(scripts paths: [String]) throws {
    for path in paths {
      let name = try add(path)
      scripts.append(name)
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
      var pending = [try ScriptFiles.read(path)]
      while let bytes = pending.popLast() {
        for reference in Self.references(in: String(decoding: bytes, as: UTF8.self)) {
          let file = directory == "." ? reference : directory + "/" + reference
          let known = ShardSelection.name(of: file)
          guard files[known] == nil, Self.isFile(file) else { continue }
          try add(file)
          pending.append(try ScriptFiles.read(file))
        }
      }
    }
  }

  /// Adds all files of a directory. A name that is not UTF-8 is an error.
  mutating func add(directory: String) throws {
    for entry in try DirectoryEntry.entries(of: directory) {
      guard let name = entry.name else {
        throw Failure(description: "\(directory)/\(entry.printableName): its name is not UTF-8")
      }
      let path = directory + "/" + name
      if entry.isDirectory {
        try add(directory: path)
      } else if Self.isFile(path) {
        try add(path)
      }
    }
  }

  /// Adds a file. Returns its path in the bundle.
  @discardableResult
  private mutating func add(_ path: String) throws -> String {
    let name = ShardSelection.name(of: path)
    guard !name.hasPrefix("/"), name != "..", !name.hasPrefix("../") else {
      throw Failure(
        description: "\(path) is outside of the working directory: a bundle keeps relative paths")
    }
    files[name] = path
    return name
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns what may be the name of a file: the arguments of `source` and of `@file`.
  ///
  /// A name too many does no harm, because only files that exist are packed.
  private static func references(in text: String) -> [String] {
    let sourced = logicalLines(of: text).compactMap { Line($0.text).sourcedName }
    return (sourced + Line.fileNames(in: text[...])).filter { !$0.isEmpty }
  }
}
