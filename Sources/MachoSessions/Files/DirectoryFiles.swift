import Foundation
import MachoValues

/// The files below one directory, for `@file`. Files outside of it are rejected.
///
/// A server may specify root directories. Then every file must be below one of the roots, and
/// absolute paths are allowed.
package struct DirectoryFiles: FileSource {
  private let directory: URL
  private let roots: [URL]
  private let allowsAbsolutePaths: Bool
  /// The maximum size of a file that is read, in bytes.
  private static let maximumFileSize = 64 << 20

  /// Allows the files below a directory.
  package init(_ directory: String) {
    self.directory = Self.resolvingSymlinks(directory)
    roots = [self.directory]
    allowsAbsolutePaths = false
  }

  /// Resolves names relative to `directory` and allows files below any of `roots`.
  package init(from directory: String, below roots: [String]) {
    self.directory = Self.resolvingSymlinks(directory)
    self.roots = roots.map(Self.resolvingSymlinks)
    allowsAbsolutePaths = true
  }

  /// The files below the working directory.
  package static var current: DirectoryFiles {
    DirectoryFiles(FileManager.default.currentDirectoryPath)
  }

  package func contents(of name: String) throws -> String {
    guard !name.utf8.contains(0) else {
      throw FileAccessError(reason: "a file name cannot contain NUL")
    }
    let file = url(of: name).resolvingSymlinksInPath()
    guard contains(file), allowsAbsolutePaths || !name.hasPrefix("/") else {
      let place =
        allowsAbsolutePaths ? "the directories that may be read" : "the script's directory"
      throw FileAccessError(reason: "'\(name)' is outside \(place)")
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw FileAccessError(reason: "no such file: '\(name)'")
    }
    guard (attributes?[.size] as? Int ?? 0) <= Self.maximumFileSize else {
      throw FileAccessError(reason: "'\(name)' has more than \(Self.maximumFileSize >> 20) MB")
    }
    guard let data = FileManager.default.contents(atPath: file.path) else {
      throw FileAccessError(reason: "'\(name)' cannot be read")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw FileAccessError(reason: "'\(name)' is not UTF-8")
    }
    return text
  }

  package func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: url(of: name).path)
  }

  /// Returns the path at which a file of that name is written, with symbolic links resolved. Its directory
  /// may be missing.
  package func destination(_ name: String) throws(Diagnostic) -> String {
    guard !name.utf8.contains(0) else {
      throw Diagnostic("unwritable", "a file name cannot contain NUL")
    }
    let file = url(of: name)
    let place = Self.resolvingExisting(file.deletingLastPathComponent())
      .appendingPathComponent(file.lastPathComponent)
    // Follow links, including links to files that do not exist yet.
    var target = place
    for _ in 0..<40 {
      let path = target.path
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        break
      }
      target = URL(fileURLWithPath: link, relativeTo: target.deletingLastPathComponent())
      target = Self.resolvingExisting(target.deletingLastPathComponent())
        .appendingPathComponent(target.lastPathComponent)
    }
    let kind = try? FileManager.default.attributesOfItem(atPath: target.path)[.type]
    guard contains(target), kind == nil || kind as? FileAttributeType == .typeRegular else {
      throw Diagnostic(
        "unwritable", "'\(name)' is not a file below a directory that may be written to",
        notes: ["'macho serve --allow DIRECTORY' allows another"])
    }
    return target.path
  }

  /// The directory, with symbolic links resolved.
  package var root: String { directory.path }

  private static func resolvingSymlinks(_ directory: String) -> URL {
    URL(fileURLWithPath: directory, isDirectory: true).resolvingSymlinksInPath()
  }

  /// Resolves the symbolic links of a directory. The part of its path that does not exist has none.
  private static func resolvingExisting(_ directory: URL) -> URL {
    var (existing, missing) = (directory.absoluteURL, [String]())
    while existing.path != "/", !FileManager.default.fileExists(atPath: existing.path) {
      missing.append(existing.lastPathComponent)
      existing.deleteLastPathComponent()
    }
    return missing.reversed()
      .reduce(existing.resolvingSymlinksInPath()) { $0.appendingPathComponent($1) }
      .standardizedFileURL
  }

  private func url(of name: String) -> URL {
    name.hasPrefix("/")
      ? URL(fileURLWithPath: name).standardizedFileURL
      : directory.appendingPathComponent(name).standardizedFileURL
  }

  private func contains(_ file: URL) -> Bool {
    roots.contains { root in
      // Compare bytes, as the file system does: Swift treats canonically equivalent strings as
      // equal.
      file.path.utf8.starts(with: (root.path == "/" ? "/" : root.path + "/").utf8)
    }
  }

  package func names(near text: String) -> [String] {
    let parent = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    let place = directory.appendingPathComponent(parent, isDirectory: true)
      .resolvingSymlinksInPath()
    guard !text.hasPrefix("/"), (place.path + "/").hasPrefix(directory.path + "/") else {
      return []
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    // Offer hidden files only if the typed name begins with a dot.
    let isHiddenWanted = text.dropFirst(parent.count).hasPrefix(".")
    return names.filter { $0.hasPrefix(".") == isHiddenWanted }.sorted().compactMap { name in
      var isDirectory: ObjCBool = false
      let path = place.appendingPathComponent(name).path
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        return nil
      }
      return parent + name + (isDirectory.boolValue ? "/" : "")
    }
  }
}

/// The reason why a file cannot be read.
private struct FileAccessError: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
