import Foundation

/// The gallery's scripts, and what of its features the tests go through.
enum Gallery {
  /// The list of repositories, in each architecture.
  static let variants = [
    "search-tca", "search-flux", "search-redux", "search-mvvm", "search-mvp",
    "search-mvp-supervising", "search-mvc", "search-usecase",
  ]

  /// A script below scripts/gallery.
  static func script(_ name: String) throws -> String {
    var directory = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { directory.deleteLastPathComponent() }
    let file = directory.appendingPathComponent("scripts/gallery").appendingPathComponent(name)
    return try String(contentsOf: file, encoding: .utf8)
  }
}
