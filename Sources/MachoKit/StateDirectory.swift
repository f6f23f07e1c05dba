import Foundation

/// Where macho keeps its state between runs.
enum StateDirectory {
  /// Returns the XDG state directory, or `nil` if the environment has no home directory.
  static func url(_ environment: [String: String]) -> URL? {
    let named = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let path = named ?? environment["HOME"].map { $0 + "/.local/state" }
    return path.map { URL(fileURLWithPath: $0).appendingPathComponent("macho") }
  }
}
