/// The function type of an endpoint.
struct EndpointType {
  let isSendable: Bool
  let arguments: [Substring]
  let isAsync: Bool
  let canThrow: Bool
  let result: DeclaredType
  /// Why no stub can be made. `nil` if one can.
  let obstacle: String?

  /// Reads a function type. Returns `nil` for other types.
  init?(_ type: DeclaredType) {
    // The arrow outside of brackets.
    let text = type.text
    var depth = 0
    var arrow: String.Index?
    var previous: Character = " "
    for index in text.indices {
      let character = text[index]
      if "([<".contains(character) { depth += 1 }
      if ")]".contains(character) || character == ">" && previous != "-" { depth -= 1 }
      if character == ">", previous == "-", depth == 0, arrow == nil {
        arrow = text.index(before: index)
      }
      previous = character
    }
    guard let arrow, let open = text.firstIndex(of: "(") else { return nil }
    let left = text[..<arrow]
    guard let close = Self.closing(open, in: left) else { return nil }
    let effects = left[left.index(after: close)...]
    arguments = DeclaredType.parts(left[left.index(after: open)..<close])
    isSendable = left[..<open].contains("@Sendable") && !left[..<open].contains("@MainActor")
    isAsync = effects.contains("async")
    canThrow = effects.contains("throws")
    result = DeclaredType(Self.fragments(of: type, from: text.index(arrow, offsetBy: 2)))
    let returned = result.text
    if effects.contains("throws(") {
      obstacle = "it throws a type of its own"
    } else if arguments.contains(where: { $0.contains("->") }) {
      obstacle = "an argument is a function"
    } else if arguments.contains(where: { $0.contains("inout ") }) {
      obstacle = "it changes an argument"
    } else if returned.contains("->") {
      obstacle = "it returns a function"
    } else if returned.hasPrefix("AnyPublisher<") || returned.hasPrefix("any Publisher") {
      obstacle = "it returns a publisher"
    } else if returned.hasPrefix("any ") || returned.hasPrefix("some ") {
      obstacle = "it returns '\(returned)'"
    } else {
      obstacle = nil
    }
  }

  /// Whether the result is a stream of elements that scripts supply.
  var isStream: Bool { result.text.hasPrefix("AsyncStream<") }
  var isThrowingStream: Bool { result.text.hasPrefix("AsyncThrowingStream<") }

  private static func closing(_ open: String.Index, in text: Substring) -> String.Index? {
    var depth = 0
    for index in text.indices[open...] {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The fragments of a type from a position of its text on, without leading spaces.
  private static func fragments(
    of type: DeclaredType, from start: String.Index
  ) -> [SymbolGraph.Fragment] {
    var skipped = type.text[..<start].count
    var found: [SymbolGraph.Fragment] = []
    for fragment in type.fragments {
      let count = fragment.spelling.count
      guard skipped < count else {
        skipped -= count
        continue
      }
      var text = fragment.spelling.dropFirst(skipped)
      skipped = 0
      if found.isEmpty { text = text.drop { $0 == " " } }
      guard !text.isEmpty else { continue }
      found.append(
        .init(
          kind: fragment.kind, spelling: String(text),
          preciseIdentifier: fragment.preciseIdentifier))
    }
    return found
  }
}
