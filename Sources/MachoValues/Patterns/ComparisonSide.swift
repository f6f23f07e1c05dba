/// A side of a comparison that is a value of the state: `count`, or `old(count)` for the value before
/// the step.
package struct ComparisonSide: Sendable {
  /// The path.
  package let path: ValuePath
  /// Whether the path leads into the state before the step.
  package let isOld: Bool

  private static let opening = "old("

  /// Parses a text that contains a side and nothing else. Returns `nil` for another text.
  init?(reading text: Substring) {
    guard let (side, end) = try? Self.prefix(of: text), end == text.utf8.count,
      case .name? = side.path.components.first?.kind
    else { return nil }
    self = side
  }

  private init(_ path: ValuePath, isOld: Bool) {
    self.path = path
    self.isOld = isOld
  }

  /// Parses the side at the start of a text. `end` is the UTF-8 offset after it.
  static func prefix(of text: Substring) throws(ValueError) -> (side: Self, end: Int) {
    guard text.hasPrefix(opening) else {
      let (path, end) = try ValuePath.prefix(of: text)
      return (Self(path, isOld: false), end)
    }
    do throws(ValueError) {
      let inner = text.dropFirst(opening.count)
      let (path, end) = try ValuePath.prefix(of: inner)
      let rest = inner.utf8.dropFirst(end)
      let blanks = rest.prefix { $0 == 0x20 || $0 == 0x09 }.count
      guard rest.dropFirst(blanks).first == UInt8(ascii: ")") else {
        throw ValueError(.syntax, end + blanks..<end + blanks + 1, "expected ')' after the path")
      }
      return (Self(path, isOld: true), opening.utf8.count + end + blanks + 1)
    } catch { throw error.moved(by: opening.utf8.count) }
  }

  /// The side as text.
  package var text: String { isOld ? "old(\(path.text))" : path.text }

  /// Returns the comparison that the side alone may mean if its values have the type: `message != nil`,
  /// `phase is done` for `phase.done`. Returns `nil` for most types.
  func likelyComparison(_ type: Any.Type) -> String? {
    if withoutOptional(type) != type { return "\(text) != nil" }
    guard type == Void.self, !isOld, path.components.count > 1, let last = path.components.last,
      case .name(let name) = last.kind
    else { return nil }
    let start = Array(path.text.utf8).prefix(last.range.lowerBound - 1)
    return "\(String(decoding: start, as: UTF8.self)) is \(name)"
  }

  /// Returns the text of a side that leads to a member of this one's values.
  func text(ofMember name: String) -> String {
    let text = path.components.isEmpty ? name : "\(path.text).\(name)"
    return isOld ? "old(\(text))" : text
  }

  /// Returns the value in the state, or in the one before the step.
  func evaluate(
    in root: TypedValue, before: TypedValue?, computed: ComputedProperties, syntax: ValueSyntax
  ) throws(ValueError) -> TypedValue {
    guard isOld else { return try path.evaluate(in: root, computed: computed, syntax: syntax) }
    guard let before else {
      throw ValueError(
        .noSuchElement, 0..<text.utf8.count, "\(text) has no value in the start state")
    }
    do throws(ValueError) {
      return try path.evaluate(in: before, computed: computed, syntax: syntax)
    } catch { throw error.moved(by: Self.opening.utf8.count) }
  }

  /// Returns the type of the values. `nil` if only a value tells.
  func type(
    in root: Any.Type, computed: ComputedProperties, syntax: ValueSyntax
  ) throws(ValueError) -> Any.Type? {
    do throws(ValueError) {
      return try path.type(in: root, computed: computed, syntax: syntax)
    } catch {
      throw isOld ? error.moved(by: Self.opening.utf8.count) : error
    }
  }
}

extension ValueError {
  /// Whether another state may have a value at the path.
  package var isAboutPresentState: Bool { Self.codesOfPresentState.contains(code) }

  /// The codes of errors about a path that another state may have.
  package static let codesOfPresentState: Set<String> = [
    Code.noSuchElement.rawValue, Code.noSuchCase.rawValue,
  ]
}
