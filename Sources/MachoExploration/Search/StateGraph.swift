import MachoSessions
import MachoValues

/// The reachable states of a feature and the steps between them, as a diagram.
package struct StateGraph {
  /// The format of a diagram.
  package enum Format: String, CaseIterable, Codable, Sendable {
    case mermaid, dot, json
  }

  /// The texts of the states, in the order in which they were reached. The first is the start.
  package let states: [String]
  /// The steps between different states, each once: `from`, `to` and the commands.
  package let edges: [(from: Int, to: Int, labels: [String])]

  /// Creates the graph of a search that recorded its steps.
  ///
  /// - Parameter project: Returns the part of a state that the graph shows. States with equal parts
  ///   become one.
  package init(_ search: StateSearch, project: (Any) -> String) {
    var states: [String] = []
    var numbers: [String: Int] = [:]
    let projected = search.states.map { state in
      let text = project(state)
      if let number = numbers[text] { return number }
      numbers[text] = states.count
      states.append(text)
      return states.count - 1
    }
    var labels: [[Int]: [String]] = [:]
    var order: [[Int]] = []
    for edge in search.edges {
      let ends = [projected[edge.from], projected[edge.to]]
      guard ends[0] != ends[1] else { continue }
      let line = edge.line
      let label = line.command == .send ? String(line.arguments.text) : line.text
      if labels[ends] == nil { order.append(ends) }
      if !labels[ends, default: []].contains(label) { labels[ends, default: []].append(label) }
    }
    self.states = states
    edges = order.map { ($0[0], $0[1], labels[$0, default: []]) }
  }

  /// Creates the graph of a search that recorded its steps.
  ///
  /// - Parameter path: The path of the part that the graph shows. Default: the whole state.
  package init(
    _ search: StateSearch, projecting path: String?, of target: ExplorationTarget
  ) throws(Diagnostic) {
    let feature = target.feature
    guard let path else {
      self.init(search) { feature.syntax.print(TypedValue($0, as: feature.stateType)) }
      return
    }
    let parsed = try Self.path(path, of: target)
    self.init(search) { state in
      let value = try? parsed.evaluate(
        in: TypedValue(state, as: feature.stateType), computed: feature.computed,
        syntax: feature.syntax)
      return value.map { feature.syntax.print($0) } ?? "none"
    }
  }

  /// Parses the path of the part of a state. Throws if the start state has no such part.
  package static func path(
    _ text: String, of target: ExplorationTarget
  ) throws(Diagnostic) -> ValuePath {
    let feature = target.feature
    let state = TypedValue(try target.startState(), as: feature.stateType)
    do throws(ValueError) {
      let path = try ValuePath(reading: text[...])
      _ = try path.evaluate(in: state, computed: feature.computed, syntax: feature.syntax)
      return path
    } catch { throw Diagnostic(error, offset: 0) }
  }

  /// Returns the diagram.
  package func text(as format: Format) -> String {
    switch format {
    case .mermaid: mermaid
    case .dot: dot
    case .json: json
    }
  }

  private var mermaid: String {
    func escaped(_ text: String) -> String {
      text.replacing("#", with: "#35;").replacing("\"", with: "#quot;")
        .replacing(":", with: "#58;").replacing(";", with: "#59;")
    }
    var lines = ["stateDiagram-v2"]
    for (number, state) in states.enumerated() {
      lines.append("  state \"\(escaped(state))\" as s\(number)")
    }
    lines.append("  [*] --> s0")
    for edge in edges {
      let labels = escaped(edge.labels.joined(separator: ", "))
      lines.append("  s\(edge.from) --> s\(edge.to) : \(labels)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var dot: String {
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    var lines = ["digraph states {"]
    for (number, state) in states.enumerated() {
      lines.append("  s\(number) [label=\(quoted(state))];")
    }
    for edge in edges {
      let label = quoted(edge.labels.joined(separator: ", "))
      lines.append("  s\(edge.from) -> s\(edge.to) [label=\(label)];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private var json: String {
    let states = JSONValue.array(states.map { .string($0) })
    let edges = JSONValue.array(
      edges.map { edge in
        .object([
          .init("from", .integer(edge.from)), .init("to", .integer(edge.to)),
          .init("steps", .array(edge.labels.map { .string($0) })),
        ])
      })
    return JSONValue.object([.init("states", states), .init("edges", edges)]).text + "\n"
  }
}
