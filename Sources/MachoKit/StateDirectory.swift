import Foundation

/// Where the tool keeps what it knows from one start to the next.
enum StateDirectory {
  /// The directory, as XDG has it; nil where the environment names no home.
  static func url(_ environment: [String: String]) -> URL? {
    let named = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let path = named ?? environment["HOME"].map { $0 + "/.local/state" }
    return path.map { URL(fileURLWithPath: $0).appendingPathComponent("macho") }
  }
}
