import MachoReporting
import MachoSessions

enum Lines {
  /// Any line gives an outcome, whose text can be told.
  static func run(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("settle") else {
      return
    }
    let session = Session(catalog: [Lamp()], taking: .atOnce, context: .test)
    _ = session.run("feature lamp")
    for line in text.split(separator: "\n").prefix(20) {
      _ = OutcomeText.lines(for: session.run(String(line)))
    }
  }

  /// What is offered at any place of any line replaces a part of the line.
  static func complete(_ bytes: [UInt8]) {
    guard let cursor = bytes.first, let text = String(validating: bytes.dropFirst(), as: UTF8.self)
    else { return }
    let session = Session(catalog: [Lamp()], taking: .atOnce, context: .test)
    _ = session.run("feature lamp")
    for completion in session.completions(of: text, at: Int(cursor)) {
      require(
        completion.replacing.upperBound <= text.utf8.count && completion.replacing.lowerBound >= 0,
        "a completion replaces what is not there")
    }
  }
}
