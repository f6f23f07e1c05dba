import Foundation

/// An executable of this package, located beside the test bundle.
enum Tool: String {
  case macho
  case externalWorkDriver = "external-work-driver"

  struct NotBuilt: Error, CustomStringConvertible {
    var description: String
  }

  var url: URL {
    get throws {
      for bundle in Self.bundles {
        var directory = URL(fileURLWithPath: bundle).deletingLastPathComponent()
        // On macOS the test executable is several directories deep in a bundle.
        for _ in 0..<4 {
          let url = directory.appendingPathComponent(rawValue)
          if isExecutable(url) { return url }
          directory.deleteLastPathComponent()
        }
      }
      throw NotBuilt(description: "no executable '\(rawValue)' beside any of \(Self.bundles)")
    }
  }

  private func isExecutable(_ url: URL) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
      && !isDirectory.boolValue && FileManager.default.isExecutableFile(atPath: url.path)
  }

  /// The possible locations of the tests. On Linux they are an executable; elsewhere an argument of
  /// the loading process names the bundle.
  private static let bundles: [String] = {
    let named = CommandLine.arguments.filter { $0.contains(".xctest") }
    return [Bundle.main.executablePath].compactMap(\.self) + named
      + Bundle.allBundles.map(\.bundlePath)
  }()
}
