import Foundation
import MachoSystem

/// Finds the dependencies of the app that SwiftPM cannot load, before the driver's package depends on them.
struct PackageCheck {
  /// The declarations, by identity.
  let declarations: [String: String]
  /// The driver's package. What it has resolved before can be had.
  let directory: String

  /// Returns the packages that cannot be had, with SwiftPM's reason.
  func missing() throws -> [String: String] {
    let unknown = declarations.filter { !resolved.contains($0.key) }
    guard !unknown.isEmpty, try failure(of: Array(unknown.values)) != nil else { return [:] }
    var reasons: [String: String] = [:]
    for (identity, declaration) in unknown.sorted(by: { $0.key < $1.key }) {
      reasons[identity] = try failure(of: [declaration])
    }
    return reasons
  }

  private var resolved: Set<String> {
    struct Resolved: Decodable {
      struct Pin: Decodable { let identity: String }
      let pins: [Pin]
    }
    let file = URL(fileURLWithPath: directory + "/Package.resolved")
    let pins = (try? JSONDecoder().decode(Resolved.self, from: Data(contentsOf: file)))?.pins
    return Set(pins?.map(\.identity) ?? [])
  }

  /// Loads packages into a directory of their own. Returns the reason if that fails.
  private func failure(of declarations: [String]) throws -> String? {
    let directory = NSTemporaryDirectory() + "macho-packages-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let manifest = """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "check", platforms: [.macOS(.v15)],
        dependencies: [\(declarations.joined(separator: ", "))])

      """
    try FileScaffold(files: [("Package.swift", manifest)]).write(below: directory)
    let result = try SpawnedProcess.collect(
      SpawnedProcess.swift(
        "package", "--package-path", directory, "resolve", scratch: directory + "/.build"))
    guard result.status != 0 else { return nil }
    let lines = result.errors + result.output
    return lines.first { $0.hasPrefix("error: ") }?.dropFirst(7).description ?? "unknown reason"
  }
}
