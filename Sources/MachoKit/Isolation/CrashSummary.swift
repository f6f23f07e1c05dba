import Foundation

/// The part of a crash's standard error that explains it: the trap's message and the stack frames
/// in the user's code.
struct CrashSummary {
  /// The lines to print.
  let lines: [String]

  /// Parses a child's standard error.
  init(_ errors: String) {
    let all = errors.split(separator: "\n", omittingEmptySubsequences: false)
    let start = all.lastIndex { $0.hasPrefix("*** Signal ") } ?? all.endIndex
    let frames = all[start...].compactMap(Self.parseFrame)
    lines =
      Self.message(all[..<start])
      + (frames.isEmpty
        ? Self.unfinished(all[start...]) : Self.collapsed(Self.userFrames(frames)))
  }

  /// Returns the message for a backtrace without frames: the runtime began one and did not finish it. Includes
  /// the last line that the runtime printed.
  private static func unfinished(_ backtrace: ArraySlice<Substring>) -> [String] {
    guard let first = backtrace.first else { return [] }
    let rest = [first.drop { $0 != "." }.drop { $0 == "." }] + backtrace.dropFirst()
    let last = rest.last { $0.contains { !$0.isWhitespace } }
    return ["no backtrace: the runtime began one and did not finish it"]
      + (last.map { ["last output: \(truncated($0))"] } ?? [])
  }

  /// Returns the lines of the trap's message, or the last three printed lines if there is none.
  private static func message(_ lines: ArraySlice<Substring>) -> [String] {
    guard let start = lines.lastIndex(where: { $0.contains("Fatal error") }) else {
      return lines.filter { !$0.isEmpty }.suffix(3).map { "last output: \(truncated($0))" }
    }
    let end = lines[start...].firstIndex { $0.isEmpty } ?? lines.endIndex
    return lines[start..<min(end, start + 20)].map(truncated)
  }

  private static func truncated(_ line: Substring) -> String {
    line.utf8.count <= 400 ? String(line) : line.prefix(400) + "…"
  }

  /// A line of a backtrace.
  private struct Frame: Equatable {
    var function: String
    /// `file:line:column`, if the frame has a source file that is not compiler-generated.
    var location: String?
    /// Whether the compiler or the system generated the frame.
    var isCompilerGenerated: Bool
  }

  /// Parses a line of a backtrace:
  /// `12 [ra] 0x00005600c3d3cdf0 Traps.depth(_:) + 511 in driver at /path/Traps.swift:26:30`
  private static func parseFrame(_ line: Substring) -> Frame? {
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    guard let first = words.first, Int(first) != nil,
      let address = words.firstIndex(where: { $0.hasPrefix("0x") }), address < 5
    else { return nil }
    let text = words[(address + 1)...].joined(separator: " ")
    let isCompilerGenerated = words[..<address].contains { $0 == "[thunk]" || $0 == "[system]" }
    let parts = text.components(separatedBy: " at ")
    let location = parts.count > 1 ? parts.last : nil
    let symbol = parts.count > 1 ? parts.dropLast().joined(separator: " at ") : text
    // Drop the offset and the image: they do not help a reader who has the source.
    let function = symbol.components(separatedBy: " + ").dropLast().joined(separator: " + ")
    guard !symbol.isEmpty, !symbol.hasPrefix("<unavailable>") else { return nil }
    return Frame(
      function: function.isEmpty ? symbol : function,
      location: location.flatMap { $0.hasPrefix("//<") ? nil : $0 },
      isCompilerGenerated: isCompilerGenerated
        || location?.contains("swift-generated-sources/") ?? false)
  }

  /// Returns the frames of the user's code that crashed, or that called macho's code that crashed.
  private static func userFrames(_ frames: [Frame]) -> [Frame] {
    let withSource = frames.filter { !$0.isCompilerGenerated && $0.location != nil }
    let rest = withSource.drop(while: isLibraryFrame)
    let user = rest.prefix { !isLibraryFrame($0) }
    // Below all frames of macho is only the driver's main function.
    let isCalledByLibrary = user.endIndex < rest.endIndex
    let isAtTop = rest.startIndex == withSource.startIndex
    return Array(
      user.isEmpty || !isCalledByLibrary && !isAtTop
        ? frames.filter { !$0.isCompilerGenerated }.prefix(8) : user)
  }

  /// Whether a frame belongs to macho's own sources. The gallery's features count as user code.
  private static func isLibraryFrame(_ frame: Frame) -> Bool {
    guard let location = frame.location else { return false }
    if location.contains("/swift-argument-parser/") { return true }
    guard location.hasPrefix(sourcesDirectory) else { return false }
    return !location.dropFirst(sourcesDirectory.count).hasPrefix("MachoGallery/")
  }

  private static let sourcesDirectory: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/") + "/"
  }()

  /// Formats frames as lines; prints a repeated frame once, as in a stack overflow.
  private static func collapsed(_ frames: [Frame]) -> [String] {
    var lines: [String] = []
    var rest = frames[...]
    while let frame = rest.first, lines.count < 24 {
      let same = rest.prefix { $0 == frame }.count
      lines.append("at \(frame.function)" + (frame.location.map { ", " + relativePath($0) } ?? ""))
      if same > 1 { lines.append("   repeated \(same - 1) more times") }
      rest = rest.dropFirst(same)
    }
    return lines
  }

  /// Returns a path relative to the working directory if it is below it.
  private static func relativePath(_ location: String) -> String {
    let directory = FileManager.default.currentDirectoryPath + "/"
    return location.hasPrefix(directory) ? String(location.dropFirst(directory.count)) : location
  }
}
