import Foundation

/// The dependency of a user's manifest on this package.
struct MachoDependency: Equatable {
  /// The element of `dependencies`.
  let declaration: String
  /// The `package:` argument of its products.
  let package: String

  /// Creates a dependency on a checkout. A relative path is relative to the manifest.
  init(path: String) {
    declaration = ".package(name: \"macho\", path: \(path.debugDescription))"
    package = "macho"
  }

  /// Creates a dependency on a repository. SwiftPM names the package by the last component of its
  /// URL.
  init(url: String) {
    declaration = ".package(url: \(url.debugDescription), branch: \"main\")"
    let end = url.split(separator: "/").last.map(String.init) ?? url
    package = end.hasSuffix(".git") ? String(end.dropLast(4)) : end
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
