import Foundation

/// The gallery's scripts and the variants that the tests use.
enum Gallery {
  /// The architectures of the repository list.
  static let variants = [
    "search-tca", "search-flux", "search-redux", "search-mvvm", "search-mvvm-bound", "search-mvp",
    "search-mvp-supervising", "search-mvc", "search-usecase",
  ]

  /// Returns a script below scripts/gallery.
  static func script(_ name: String) throws -> String {
    var directory = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { directory.deleteLastPathComponent() }
    let file = directory.appendingPathComponent("scripts/gallery").appendingPathComponent(name)
    return try String(contentsOf: file, encoding: .utf8)
  }
}
