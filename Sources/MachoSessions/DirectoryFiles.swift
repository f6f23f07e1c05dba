import Foundation
import MachoValues

/// The files below one directory, for `@file`; nothing outside it can be named.
public struct DirectoryFiles: FileSource {
  private let directory: URL

  /// Takes the files below a directory.
  public init(_ directory: String) {
    self.directory = URL(fileURLWithPath: directory, isDirectory: true).resolvingSymlinksInPath()
  }

  /// The files below the working directory.
  public static var current: DirectoryFiles {
    DirectoryFiles(FileManager.default.currentDirectoryPath)
  }

  public func contents(of name: String) throws -> String {
    let file = directory.appendingPathComponent(name).resolvingSymlinksInPath()
    guard !name.hasPrefix("/"), file.path.hasPrefix(directory.path + "/") else {
      throw FileRefusal(reason: "'\(name)' is outside the script's directory")
    }
    let kind = try? FileManager.default.attributesOfItem(atPath: file.path)[.type]
    guard kind as? FileAttributeType == .typeRegular else {
      throw FileRefusal(reason: "there is no file '\(name)'")
    }
    guard let data = FileManager.default.contents(atPath: file.path) else {
      throw FileRefusal(reason: "'\(name)' cannot be read")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw FileRefusal(reason: "'\(name)' is not UTF-8")
    }
    return text
  }

  public func names(near text: String) -> [String] {
    let parent = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
    let place = directory.appendingPathComponent(parent, isDirectory: true)
      .resolvingSymlinksInPath()
    guard !text.hasPrefix("/"), (place.path + "/").hasPrefix(directory.path + "/") else {
      return []
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    // What begins with a dot is meant to be seen by those who ask for it.
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

/// Why a file is not read.
private struct FileRefusal: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
