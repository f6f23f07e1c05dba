import MachoReporting
import MachoSessions

enum Lines {
  /// Expects that every line has an outcome that can be formatted.
  static func run(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("settle") else {
      return
    }
    let session = Session(catalog: [Lamp()], receiveMode: .immediate, context: .test)
    _ = session.run("feature lamp")
    for line in text.split(separator: "\n").prefix(20) {
      _ = OutcomeFormatter.lines(for: session.run(String(line)))
    }
  }

  /// Expects that every completion, at any offset of any line, replaces a range of the line.
  static func complete(_ bytes: [UInt8]) {
    guard let cursor = bytes.first, let text = String(validating: bytes.dropFirst(), as: UTF8.self)
    else { return }
    let session = Session(catalog: [Lamp()], receiveMode: .immediate, context: .test)
    _ = session.run("feature lamp")
    for completion in session.completions(of: text, at: Int(cursor)) {
      require(
        completion.replacing.upperBound <= text.utf8.count && completion.replacing.lowerBound >= 0,
        "a completion replaces a range outside the line")
    }
  }
}
