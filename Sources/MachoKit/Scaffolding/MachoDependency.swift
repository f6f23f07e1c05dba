import Foundation

/// The dependency of a user's manifest on this package.
struct MachoDependency: Equatable {
  /// The element of `dependencies`.
  let declaration: String
  /// The `package:` argument of its products.
  let package: String
  /// Whether the dependency is a path, so that only this machine can build the package.
  let isLocal: Bool
  /// The directory of an app's driver, relative to the app's package: `macho`, or `macho-driver` if the
  /// dependency has that name. SwiftPM identifies both by their directories, and they must differ.
  let driverDirectory: String

  /// The form of a macho repository's URL, for help texts. macho has no public repository.
  static let exampleURL = "https://github.com/OWNER/macho"

  /// Creates a dependency on a checkout. A relative path is relative to the manifest.
  init(path: String) {
    declaration = ".package(name: \"macho\", path: \(path.debugDescription))"
    package = "macho"
    isLocal = true
    driverDirectory = Self.driverDirectory(besides: URL(fileURLWithPath: path).lastPathComponent)
  }

  /// Creates a dependency on a repository. SwiftPM names the package by the last component of its
  /// URL.
  init(url: String) {
    declaration = ".package(url: \(url.debugDescription), branch: \"main\")"
    let end = url.split(separator: "/").last.map(String.init) ?? url
    package = end.hasSuffix(".git") ? String(end.dropLast(4)) : end
    isLocal = false
    driverDirectory = Self.driverDirectory(besides: package)
  }

  private static func driverDirectory(besides dependency: String) -> String {
    dependency.lowercased() == "macho" ? "macho-driver" : "macho"
  }

  /// Whether a path contains a checkout of macho.
  static func isCheckout(_ path: String) -> Bool {
    let manifest = URL(fileURLWithPath: path).appendingPathComponent("Package.swift")
    return (try? String(contentsOf: manifest, encoding: .utf8))?.contains("name: \"MachoKit\"")
      ?? false
  }

  /// The checkout that this executable was compiled from, if it still exists.
  static var ownCheckout: String? {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    let path = parts.dropLast(4).joined(separator: "/")
    return isCheckout(path) ? path : nil
  }
}
