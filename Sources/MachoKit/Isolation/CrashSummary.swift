import Foundation

/// What of a crash's standard error says why: the trap's message, and the frames of the user's own
/// code.
struct CrashSummary {
  /// The lines to show.
  let lines: [String]

  /// Reads what a child wrote to standard error.
  init(_ errors: String) {
    let all = errors.split(separator: "\n", omittingEmptySubsequences: false)
    let start = all.lastIndex { $0.hasPrefix("*** Signal ") } ?? all.endIndex
    lines =
      Self.message(all[..<start])
      + Self.collapsed(Self.userFrames(all[start...].compactMap(Self.parseFrame)))
  }

  /// A trap's message, its line and those that belong to it; without one, what was printed last.
  private static func message(_ lines: ArraySlice<Substring>) -> [String] {
    guard let start = lines.lastIndex(where: { $0.contains("Fatal error") }) else {
      return lines.filter { !$0.isEmpty }.suffix(3).map { "printed last: \(truncated($0))" }
    }
    let end = lines[start...].firstIndex { $0.isEmpty } ?? lines.endIndex
    return lines[start..<min(end, start + 20)].map(truncated)
  }

  private static func truncated(_ line: Substring) -> String {
    line.utf8.count <= 400 ? String(line) : line.prefix(400) + "…"
  }

  /// One line of a backtrace.
  private struct Frame: Equatable {
    var function: String
    /// `file:line:column`, where it is known and somebody wrote it.
    var location: String?
    /// Whether the compiler made it up.
    var isCompilerGenerated: Bool
  }

  /// `12 [ra] 0x00005600c3d3cdf0 Traps.depth(_:) + 511 in hops at /there/Traps.swift:26:30`
  private static func parseFrame(_ line: Substring) -> Frame? {
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    guard let first = words.first, Int(first) != nil,
      let address = words.firstIndex(where: { $0.hasPrefix("0x") }), address < 5
    else { return nil }
    let text = words[(address + 1)...].joined(separator: " ")
    let isMade = words[..<address].contains { $0 == "[thunk]" || $0 == "[system]" }
    let parts = text.components(separatedBy: " at ")
    let place = parts.count > 1 ? parts.last : nil
    let symbol = parts.count > 1 ? parts.dropLast().joined(separator: " at ") : text
    // The offset in the function, and the image, say nothing to a person who has the source.
    let function = symbol.components(separatedBy: " + ").dropLast().joined(separator: " + ")
    guard !symbol.isEmpty else { return nil }
    return Frame(
      function: function.isEmpty ? symbol : function,
      location: place.flatMap { $0.hasPrefix("//<") ? nil : $0 }, isCompilerGenerated: isMade)
  }

  /// From where it crashed to where our own code called the user's.
  private static func userFrames(_ frames: [Frame]) -> [Frame] {
    let written = frames.filter { !$0.isCompilerGenerated && $0.location != nil }
    let theirs = written.prefix { !isLibraryFrame($0) }
    return Array(theirs.isEmpty ? frames.filter { !$0.isCompilerGenerated }.prefix(8) : theirs)
  }

  /// Whether a frame belongs to the runtime or the driver; the gallery's features are users of
  /// both.
  private static func isLibraryFrame(_ frame: Frame) -> Bool {
    guard let place = frame.location, place.hasPrefix(sourcesDirectory) else { return false }
    return !place.dropFirst(sourcesDirectory.count).hasPrefix("MachoGallery/")
  }

  private static let sourcesDirectory: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/") + "/"
  }()

  /// The frames as lines; one that comes again and again, as in an overflow, once.
  private static func collapsed(_ frames: [Frame]) -> [String] {
    var lines: [String] = []
    var rest = frames[...]
    while let frame = rest.first, lines.count < 24 {
      let same = rest.prefix { $0 == frame }.count
      lines.append("at \(frame.function)" + (frame.location.map { ", " + relativePath($0) } ?? ""))
      if same > 1 { lines.append("   and \(same - 1) more of it") }
      rest = rest.dropFirst(same)
    }
    return lines
  }

  /// A path as a person in the working directory would type it.
  private static func relativePath(_ place: String) -> String {
    let directory = FileManager.default.currentDirectoryPath + "/"
    return place.hasPrefix(directory) ? String(place.dropFirst(directory.count)) : place
  }
}
