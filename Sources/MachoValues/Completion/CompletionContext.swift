import MachoMetadata

/// A place for a value in a call: its label, if it has one, and its type.
struct LabelledType {
  let label: String?
  let type: Any.Type
}

/// What belongs at the end of a text that ends inside a value.
enum CompletionContext {
  /// A value, or the rest of one.
  case value(Any.Type)
  /// The arguments of a case or a struct whose name stands there, with their brackets.
  case call([LabelledType])
  /// These arguments.
  case arguments([LabelledType])
  /// What follows an argument, to the end of the call.
  case rest([LabelledType])
}

extension ValueSyntax {
  /// What belongs at the end of `text`, which may end anywhere in a value of `type`: labels and
  /// types, on one line; nil behind a whole value and inside its name.
  public func hint(of text: Substring, as type: Any.Type) -> String? {
    var completer = ValueCompleter(bytes: Array(text.utf8), syntax: self)
    completer.scanValue(type, 0)
    guard completer.found != nil, let expected = completer.expected else { return nil }
    // The half of a name says itself what it is the half of.
    if case .value(let ended) = expected, ended == type, !text.trimmingBlanksIsEmpty,
      isNameByte(text.utf8.last ?? 0)
    {
      return nil
    }
    return hint(expected)
  }

  /// What belongs at the end of `text`, which begins with the bracket of a call.
  public func hint(ofArguments text: Substring, types: [Any.Type]) -> String? {
    var completer = ValueCompleter(bytes: Array(text.utf8), syntax: self)
    completer.scanArguments(types.map { LabelledType(label: nil, type: $0) }, 0)
    guard completer.found != nil else { return nil }
    return completer.expected.map(hint)
  }

  /// A type in a few words: its name, and its cases or properties where it has any.
  public func hint(of type: Any.Type) -> String {
    let name = TypeName.spell(type)
    var content = type
    while let optional = content as? any OptionalValue.Type { content = optional.wrappedType }
    switch TextSchema.of(content).shape {
    case .enumeration:
      let cases = cases(of: content).filter { $0.forbidden == nil }.map(\.signature)
      let isOptional = content != type
      return "\(name): \(Self.joined(cases + (isOptional ? ["nil"] : []), by: " | "))"
    case .structure(let plan):
      let properties = plan.visible.map { "\($0.name): \(TypeName.spell($0.field.type))" }
      return "\(name)(\(Self.joined(properties, by: ", ")))"
    default: return name
    }
  }

  private func hint(_ expected: CompletionContext) -> String {
    switch expected {
    case .value(let type): return hint(of: type)
    case .call(let parts): return "(\(Self.text(parts)))"
    case .arguments(let parts): return Self.text(parts)
    case .rest(let parts): return (parts.isEmpty ? "" : ", " + Self.text(parts)) + ")"
    }
  }

  private static func text(_ parts: [LabelledType]) -> String {
    joined(
      parts.map { part in
        (part.label.map { "\($0): " } ?? "") + TypeName.spell(part.type)
      }, by: ", ")
  }

  /// As many of some words as fit into part of a line, and how many more there are.
  package static func joined(_ words: [String], by separator: String) -> String {
    var shown = 0
    var length = 0
    for word in words {
      length += word.utf8.count + separator.utf8.count
      guard shown == 0 || length <= 60 else { break }
      shown += 1
    }
    let rest = words.count - shown
    let text = words.prefix(shown).joined(separator: separator)
    return text + (rest > 0 ? "\(separator)… \(rest) more" : "")
  }
}

extension Substring {
  fileprivate var trimmingBlanksIsEmpty: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}
