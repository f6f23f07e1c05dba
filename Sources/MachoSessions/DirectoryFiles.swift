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
}

/// Why a file is not read.
private struct FileRefusal: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
