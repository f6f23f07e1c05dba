import MachoScripting
import MachoSessions
import MachoValues

/// The variables of a stopped script: the state, effects, stubs, the clock and names.
struct DebuggedState {
  private let run: DebuggedRun
  private var session: Session { run.session }

  init(_ run: DebuggedRun) { self.run = run }

  /// The scopes that a client shows.
  enum Scope: String, CaseIterable {
    case state = "State"
    case effects = "Effects"
    case stubs = "Stubs"
    case clock = "Clock"
    case names = "Names"
  }

  private var stateText: String? { session.scriptState.map { session.syntax.print($0) } }

  var scopes: JSONValue {
    .array(
      Scope.allCases.map { scope in
        ["name": .string(scope.rawValue), "count": .integer(count(of: scope))]
      })
  }

  private func count(of scope: Scope) -> Int { entries(of: scope, in: nil).count }

  /// A variable: its name and text, and the range of its text in the state.
  private struct Entry {
    var name: String
    var value: String
    var range: Range<Int>?
    var isSubscript = false
    var hasParts = false
  }

  /// Returns the variables of a scope, or of a part of the state.
  func variables(in scope: String, range: Range<Int>?) -> JSONValue {
    guard let scope = Scope(rawValue: scope) else { return [] }
    return .array(
      entries(of: scope, in: range).map { entry in
        [
          "name": .string(entry.name), "value": .string(entry.value),
          "start": entry.range.map { .integer($0.lowerBound) } ?? .null,
          "end": entry.range.map { .integer($0.upperBound) } ?? .null,
          "isSubscript": .bool(entry.isSubscript), "hasParts": .bool(entry.hasParts),
        ]
      })
  }

  private func entries(of scope: Scope, in range: Range<Int>?) -> [Entry] {
    switch scope {
    case .state: return stateEntries(in: range)
    case .effects:
      return session.effects.map { effect in
        Entry(
          name: "#\(effect.id) \(effect.name)",
          value: "\(effect.status), from \(effect.origin) at \(effect.location)")
      }
    case .stubs:
      let stubs = (try? session.checkpointStubs()) ?? []
      return stubs.map { stub in
        Entry(
          name: stub.endpoint + stub.pattern,
          value:
            "\(stub.line?.text ?? "no text")  (\(stub.calls) \(stub.calls == 1 ? "call" : "calls"))"
        )
      } + session.pendingCalls.map { Entry(name: $0.text, value: "pending") }
    case .clock:
      let syntax = ValueSyntax()
      return [
        Entry(name: "elapsed", value: syntax.print(run.elapsed)),
        Entry(
          name: "next deadline",
          value: session.nextDeadline.map { "in \(syntax.print($0))" } ?? "none"),
      ]
    case .names:
      return session.variableTexts.sorted { $0.key < $1.key }.map {
        Entry(name: "$" + $0.key, value: $0.value)
      }
    }
  }

  private func stateEntries(in range: Range<Int>?) -> [Entry] {
    guard let text = stateText else { return [] }
    guard let outline = ValueOutline(text) else { return [Entry(name: "self", value: text)] }
    let bytes = Array(text.utf8)
    let parts = outline.parts(in: range)
    // A state that is a single value has no parts to show.
    guard range != nil || !parts.isEmpty else {
      return [Entry(name: "self", value: text, range: 0..<bytes.count)]
    }
    return parts.map { part in
      Entry(
        name: part.name, value: String(decoding: bytes[part.range], as: UTF8.self),
        range: part.range, isSubscript: part.isSubscript, hasParts: part.hasParts)
    }
  }

  /// Returns the value at a path, or the text of a name.
  func value(of text: String) -> JSONValue {
    let text = text.trimmingPrefix { $0 == " " }
    if text.hasPrefix("$"), let value = session.variableTexts[String(text.dropFirst())] {
      return ["value": .string(value), "failed": false]
    }
    do throws(Diagnostic) {
      let value = try session.value(atPath: String(text))
      return [
        "value": .string(session.syntax.print(value)), "type": .string(typeName(value.type)),
        "failed": false,
      ]
    } catch {
      return ["value": .string("\(error.code): \(error.message)"), "failed": true]
    }
  }

  /// Returns the line that sets a variable: `start STATE` or `let NAME = VALUE`.
  func line(
    setting name: String, in scope: String, range: Range<Int>?, to value: String
  ) -> Line? {
    switch Scope(rawValue: scope) {
    case .names: return Line(.let, "\(name.drop { $0 == "$" }) = \(value)")
    case .state:
      guard let text = stateText, let range, range.upperBound <= text.utf8.count else { return nil }
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(range, with: Array(value.utf8))
      return Line(.start, String(decoding: bytes, as: UTF8.self))
    default: return nil
    }
  }
}
