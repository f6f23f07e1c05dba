import Foundation
import MachoScripting
import MachoSystem

/// A driver in the sources of a package: a target with a type that conforms to `MachoApp`.
struct ExistingDriver {
  /// The package's directory.
  let directory: String
  /// The name of the target, and of its directory in `Sources`.
  let target: String
  /// The file with the list of features, relative to the package.
  let path: String

  /// Returns the drivers of a package, sorted by their targets.
  static func find(in directory: String) -> [ExistingDriver] {
    let base = URL(fileURLWithPath: directory).appendingPathComponent("Sources")
    return swiftFiles(below: base.path).compactMap { file in
      let parts = file.split(separator: "/")
      guard parts.count > 1, let text = text(of: base.path + "/" + file),
        text.contains(/@main\s+(?:struct|final class|class|enum)\s[^{]*:\s*MachoApp\b/)
      else { return nil }
      return ExistingDriver(
        directory: directory, target: String(parts[0]), path: "Sources/" + file)
    }.sorted { $0.target < $1.target }
  }

  private static func swiftFiles(below directory: String) -> [String] {
    let files =
      FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }
  }

  private static func text(of path: String) -> String? {
    (try? ScriptFiles.read(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The executable's name: that of its product in the manifest, or that of the target.
  var product: String {
    let manifest = Self.text(of: directory + "/Package.swift") ?? ""
    let products = manifest.matches(
      of: /\.executable\(\s*name: "([^"]*)",\s*targets: \["([^"]*)"\]/)
    return products.first { $0.2 == target }.map { String($0.1) } ?? target
  }

  /// The directory of the tests that `macho init` writes, or `nil` if there is none.
  var tests: String? {
    var isDirectory: ObjCBool = false
    let name = target + "-tests"
    let exists = FileManager.default.fileExists(
      atPath: "\(directory)/Tests/\(name)", isDirectory: &isDirectory)
    return exists && isDirectory.boolValue ? name : nil
  }

  /// Returns why the target cannot have a feature, or `nil` if it can.
  func conflict(with feature: FeatureTemplate) -> String? {
    let base = "\(directory)/Sources/\(target)"
    for file in Self.swiftFiles(below: base) {
      if file.split(separator: "/").last == "\(feature.type).swift" {
        return "file-exists: Sources/\(target)/\(file) already exists; nothing was written"
      }
      if let text = Self.text(of: base + "/" + file),
        text.contains("Feature(\"\(feature.command)\"")
      {
        return "name-taken: Sources/\(target)/\(file) already registers the feature "
          + "'\(feature.command)'; nothing was written"
      }
    }
    return nil
  }

  /// Adds a feature to the list of the driver. Returns `false`, and changes nothing, unless the file has
  /// exactly one line such as `let features: [Feature] = [`.
  func register(_ feature: FeatureTemplate) throws(FileError) -> Bool {
    let file = directory + "/" + path
    let text = String(decoding: try ScriptFiles.read(file), as: UTF8.self)
    let lists = text.matches(of: /(?m)^([ \t]*)(?:let|var) features(?:: \[Feature\])? = \[[ \t]*$/)
    guard let list = lists.first, lists.count == 1 else { return false }
    let line = "\n\(list.1)  \(feature.registration),"
    var edited = text
    edited.insert(contentsOf: line, at: list.range.upperBound)
    try AtomicFile.write(Array(edited.utf8), to: file)
    return true
  }
}
