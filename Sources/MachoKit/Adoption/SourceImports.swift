import Foundation

/// Which modules files import, as the compiler sees them: conditions such as `canImport` are evaluated.
enum SourceImports {
  /// Returns the modules that a file imports. `nil` if the compiler cannot read it.
  static func modules(of file: String) -> [String]? {
    let words = ["swiftc", "-frontend", "-emit-imported-modules", file, "-o", "-"]
    guard let result = try? SpawnedProcess.collect(words), result.status == 0 else { return nil }
    return result.output
  }

  /// Returns which of these modules the compiler finds on this platform without any package.
  static func available(_ modules: Set<String>) -> Set<String> {
    let text = modules.sorted().map { "#if canImport(\($0))\nimport \($0)\n#endif\n" }.joined()
    let file = NSTemporaryDirectory() + "macho-imports-\(UUID().uuidString).swift"
    defer { try? FileManager.default.removeItem(atPath: file) }
    guard (try? text.write(toFile: file, atomically: true, encoding: .utf8)) != nil else {
      return []
    }
    return Set(Self.modules(of: file) ?? [])
  }
}
