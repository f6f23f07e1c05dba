import MachoSessions
import MachoValues

/// The lines that a client can run next.
enum NextLines {
  /// Returns the lines that the completions of a line produce.
  static func completions(of line: String, _ result: JSONValue) -> [String] {
    let bytes = Array(line.utf8)
    return (result["completions"]?.array ?? []).compactMap { completion in
      guard let text = completion["text"]?.string,
        let range = completion["replacing"]?.array?.compactMap(\.int), range.count == 2,
        0 <= range[0], range[0] <= range[1], range[1] <= bytes.count
      else { return nil }
      return String(
        decoding: bytes[..<range[0]] + Array(text.utf8) + bytes[range[1]...], as: UTF8.self)
    }
  }

  /// Returns a failed line with each candidate in place of the mistake, at most three.
  static func corrections(of line: String, _ error: JSONValue) -> [String] {
    guard let data = error["data"], let range = data["range"]?.array?.compactMap(\.int),
      range.count == 2, 0 <= range[0], range[0] <= range[1], range[1] <= line.utf8.count
    else { return [] }
    let bytes = Array(line.utf8)
    return (data["candidates"]?.array ?? []).compactMap(\.string).prefix(3).map { candidate in
      String(
        decoding: bytes[..<range[0]] + Array(candidate.utf8) + bytes[range[1]...], as: UTF8.self)
    }
  }

  /// Returns the lines that let in-flight effects go on, from the result of a line: answers of pending
  /// calls, at most three, and what the other effects wait for. Effects of a live session sleep by the wall
  /// clock.
  static func continuations(of result: JSONValue, isLive: Bool) -> [String] {
    let answers = pendingCalls(of: result).prefix(3).map {
      "\(Command.answer.verb) \($0) -> VALUE"
    }
    let wakes = isLive ? nil : result["wakes"]?.string
    let lines = answers + (wakes.map { ["\(Command.advance.verb) \($0)"] } ?? [])
    return switch result["status"]?.string {
    case "external": answers + ["\(Command.settle.verb) within 2s"]
    case "waiting" where lines.isEmpty: [Command.effects.verb]
    default: lines
    }
  }

  /// Returns the pending calls that the result of a line names, as 'answer' writes them.
  static func pendingCalls(of result: JSONValue) -> [String] {
    (result["pending"]?.array ?? []).compactMap(\.string)
  }
}
