/// The files around the driver: tests and version control.
extension PackageTemplate {
  /// The test target: each script is a case of `swift test`.
  static func testText(of driver: String) -> String {
    """
    import MachoTesting
    import Testing

    @testable import \(moduleName(of: driver))

    @Test(arguments: MachoScript.all(in: "../../scripts"))
    func `a script passes`(_ script: MachoScript) throws { try script.run(Driver().features) }

    """
  }

  /// The patterns of a `.gitignore`, with a reason for those that only macho needs.
  static let ignoredFiles = [
    (pattern: ".build/", reason: nil),
    (pattern: ".swiftpm/", reason: nil),
    (pattern: "*.macho.new", reason: "Expectations that await review."),
  ]

  /// A new `.gitignore`.
  static var ignoreText: String {
    ignoredFiles.map { pattern, reason in
      (reason.map { "# \($0)\n" } ?? "") + pattern + "\n"
    }.joined()
  }

  /// The patterns that an existing `.gitignore` lacks.
  static func patterns(missingIn text: String) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      // Git ignores trailing spaces. A directory is also ignored by its name alone.
      line.trimmingSuffix { $0 == " " }.trimmingSuffix { $0 == "/" }
    }
    return ignoredFiles.map(\.pattern).filter { pattern in
      let name = pattern.trimmingSuffix { $0 == "/" }
      return !lines.contains { $0 == name || $0 == "/" + name }
    }
  }
}

extension Substring {
  /// Returns the text without the characters at its end that match.
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    guard let last = lastIndex(where: { !isTrimmed($0) }) else { return prefix(0) }
    return self[...last]
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    self[...].trimmingSuffix(while: isTrimmed)
  }
}
