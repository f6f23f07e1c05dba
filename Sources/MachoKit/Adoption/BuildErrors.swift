import MachoSystem

/// The errors in the output of a build.
enum BuildErrors {
  /// Returns the lines with errors, each once. An error in code that a macro generates is located where the
  /// macro is used, and a crash of the compiler in the file that it compiled.
  static func find(in output: [String]) -> [String] {
    let lines = output.map(\.withoutTerminalStyles)
    var errors: [String] = []
    for (index, line) in lines.enumerated() {
      var error: String?
      if isError(line) {
        error = located(line, lines[(index + 1)...].prefix { !isError($0) })
      } else if line.hasPrefix("Stack dump:") {
        error = crash(lines[(index + 1)...].prefix { !isError($0) })
      }
      if let error, !errors.contains(error) { errors.append(error) }
    }
    errors.removeAll { $0.hasPrefix("error: ExitCode") || $0.hasPrefix("error: fatalError") }
    return errors
  }

  /// Returns an error without its location.
  static func message(of error: String) -> String {
    error.firstRange(of: "error: ").map { String(error[$0.upperBound...]) } ?? error
  }

  private static func isError(_ line: String) -> Bool {
    line.contains("error: ") && !line.hasPrefix(" ") && !line.hasPrefix("warning: ")
  }

  /// Returns an error with the location of a file. For the code of a macro, the compiler prints
  /// `macro expansion @Reducer:3:5: error: …` or the name of a generated file, then a note with the location of
  /// the macro.
  private static func located(_ line: String, _ following: ArraySlice<String>) -> String {
    guard !line.hasPrefix("/") || line.contains("/@__swiftmacro_"), !line.hasPrefix("error: "),
      let message = line.firstRange(of: "error: ")
    else { return line }
    let note =
      /(\/[^:]+\.swift:\d+:\d+): note: (?:expanded code originates here|in expansion of macro)/
    guard let origin = following.lazy.compactMap({ $0.firstMatch(of: note) }).first else {
      return line
    }
    return "\(origin.1): \(line[message.lowerBound...]) (in the code of a macro)"
  }

  /// Returns an error for a crash of the compiler, whose stack dump names the file.
  private static func crash(_ following: ArraySlice<String>) -> String? {
    let file = following.lazy.compactMap { $0.firstMatch(of: /source_file "([^"]+\.swift)"/) }.first
    return file.map { "\($0.1):1:1: error: the compiler crashes" }
  }
}
