import Composable
import MachoMetadata
import MachoSessions
import MachoValues

/// The assignments with which a script repeats a change of shared values.
struct SharedAssignments {
  private struct Location {
    var path: String
    var target: SharedTarget
    var shared: any SharedText
  }

  /// The `modify` line.
  let line: Line

  /// Finds the shared values in which two snapshots of one state differ.
  init<State>(from old: State, to new: State, syntax: ValueSyntax) {
    var before: [String: String] = [:]
    for location in Self.locations(in: old, syntax) {
      before[location.path] = location.shared.contentText(syntax)
    }
    let changed = Self.locations(in: new, syntax).filter {
      before[$0.path] != $0.shared.contentText(syntax)
    }
    // A whole value explains the changes of its parts. The shortest paths come first.
    let whole = Set(changed.filter(\.target.isWhole).map(\.target.source))
    var written: Set<SharedTarget> = []
    var texts: [String] = []
    for location in changed {
      guard location.target.isWhole || !whole.contains(location.target.source),
        written.insert(location.target).inserted
      else { continue }
      let text = location.shared.contentText(syntax)
      guard location.shared.isContentText(text, syntax) else {
        line = Line("# the new value of \(location.path) has no text that parses back")
        return
      }
      texts.append("\(location.path) = \(text)")
    }
    line = Line(.modify, texts.joined(separator: ", "))
  }

  private static func locations<State>(in state: State, _ syntax: ValueSyntax) -> [Location] {
    var search = Search(syntax: syntax)
    search.visit(state, as: State.self, path: "", depth: 0)
    return search.found.enumerated().sorted {
      ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
    }.map(\.element.location)
  }

  /// Finds the shared values in a state, with their paths.
  private struct Search {
    let syntax: ValueSyntax
    var found: [(depth: Int, location: Location)] = []

    mutating func visit(_ value: Any, as type: Any.Type, path: String, depth: Int) {
      guard containsSharedValues(type) else { return }
      if let shared = value as? any SharedText {
        let location = Location(path: path, target: shared.target, shared: shared)
        return found.append((depth, location))
      }
      switch value {
      case let elements as any SharedElements:
        for (key, element) in elements.sharedElements(syntax) {
          visit(element.value, as: element.type, path: path + key, depth: depth + 1)
        }
      case let transparent as any PathTransparent:
        let content = transparent.pathContent
        visit(content.value, as: content.type, path: path, depth: depth)
      default: visitFields(of: value, as: type, path, depth)
      }
    }

    private mutating func visitFields(
      of value: Any, as type: Any.Type, _ path: String, _ depth: Int
    ) {
      func child(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
      switch TypeKind(of: type) {
      case .optional:
        guard let wrapped = Mirror(reflecting: value).children.first?.value else { return }
        visit(wrapped, as: Swift.type(of: wrapped), path: path, depth: depth)
      case .structure:
        guard let schema = try? StructSchema.of(type) else { return }
        for (index, field) in schema.properties.enumerated()
        where field.unsupportedReason == nil && containsSharedValues(field.type) {
          guard let label = field.label, let content = try? schema.value(at: index, in: value)
          else { continue }
          let name = child(sourceName(ofStorage: label))
          visit(content, as: field.type, path: name, depth: depth + 1)
        }
      case .enumeration:
        guard let schema = try? EnumSchema.of(type),
          let current = try? schema.currentCase(of: value),
          let payload = try? schema.payload(of: value)
        else { return }
        for (index, field) in current.elements.enumerated() where index < payload.count {
          let name = child(current.name)
          visit(
            payload[index], as: field.type,
            path: payload.count == 1 ? name : "\(name).\(field.label ?? "\(index)")",
            depth: depth + 1)
        }
      case .tuple:
        guard let schema = try? TupleSchema.of(type) else { return }
        for (index, field) in schema.elements.enumerated() {
          guard let content = try? schema.value(at: index, in: value) else { continue }
          visit(
            content, as: field.type, path: child(field.label ?? "\(index)"), depth: depth + 1)
        }
      default: break
      }
    }
  }
}

/// A shared value with a text.
private protocol SharedText: TextModifiable {
  var target: SharedTarget { get }
}

extension Shared: SharedText {}
extension SharedReader: SharedText {}

/// A collection that may contain shared values.
private protocol SharedElements {
  /// The elements with the subscripts that a path uses.
  func sharedElements(_ syntax: ValueSyntax) -> [(key: String, element: TypedValue)]
}

extension Array: SharedElements {
  fileprivate func sharedElements(_ syntax: ValueSyntax) -> [(key: String, element: TypedValue)] {
    enumerated().map { ("[\($0)]", TypedValue($1, as: Element.self)) }
  }
}

extension IdentifiedArray: SharedElements {
  fileprivate func sharedElements(_ syntax: ValueSyntax) -> [(key: String, element: TypedValue)] {
    enumerated().map { ("[\($0)]", TypedValue($1, as: Element.self)) }
  }
}

extension Dictionary: SharedElements {
  fileprivate func sharedElements(_ syntax: ValueSyntax) -> [(key: String, element: TypedValue)] {
    map { ("[\(syntax.print(TypedValue($0, as: Key.self)))]", TypedValue($1, as: Value.self)) }
      .sorted { $0.0 < $1.0 }
  }
}

extension StackState: SharedElements {
  fileprivate func sharedElements(_ syntax: ValueSyntax) -> [(key: String, element: TypedValue)] {
    ids.compactMap { id in
      self[id: id].map { ("[#\(id.generation)]", TypedValue($0, as: Element.self)) }
    }
  }
}
