import Foundation

/// How a user's manifest names this package.
struct MachoDependency: Equatable {
  /// The element of `dependencies`.
  let declaration: String
  /// What its products' `package:` is.
  let package: String

  /// A checkout. A path that is relative is seen from the manifest.
  init(path: String) {
    declaration = ".package(name: \"macho\", path: \(path.debugDescription))"
    package = "macho"
  }

  /// A repository; SwiftPM calls a package by the end of its address.
  init(url: String) {
    declaration = ".package(url: \(url.debugDescription), branch: \"main\")"
    let end = url.split(separator: "/").last.map(String.init) ?? url
    package = end.hasSuffix(".git") ? String(end.dropLast(4)) : end
  }

  /// Whether there is a checkout of macho at a path.
  static func isCheckout(_ path: String) -> Bool {
    let manifest = URL(fileURLWithPath: path).appendingPathComponent("Package.swift")
    return (try? String(contentsOf: manifest, encoding: .utf8))?.contains("name: \"MachoKit\"")
      ?? false
  }

  /// Where this very tool was compiled, if that is still there.
  static var ownCheckout: String? {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    let path = parts.dropLast(4).joined(separator: "/")
    return isCheckout(path) ? path : nil
  }
}
