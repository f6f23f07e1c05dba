import MachoMetadata

/// The label, if any, and the type of an argument.
struct LabelledType {
  let label: String?
  let type: Any.Type
}

/// What is expected at the end of a text that ends inside a value.
enum CompletionContext {
  /// A value, or the rest of one.
  case value(Any.Type)
  /// The argument list of the case or struct just named, including its brackets.
  case call([LabelledType])
  /// The given arguments.
  case arguments([LabelledType])
  /// The remaining arguments up to the end of the call.
  case rest([LabelledType])
  /// An element in brackets and its action, given the case for the actions of elements.
  case element(EnumCase)
  /// A dot and a case of the type.
  case member(Any.Type)
}

extension ValueSyntax {
  /// Returns the labels and types expected at the end of `text`, on one line. `nil` after a
  /// complete value or inside its name.
  package func hint(of text: Substring, as type: Any.Type) -> String? {
    var completer = ValueCompleter(bytes: Array(text.utf8), syntax: self)
    completer.scanValue(type, 0)
    guard completer.found != nil, let expected = completer.expected else { return nil }
    // A partial name needs no hint about its own type.
    if case .value(let ended) = expected, ended == type, !text.trimmingBlanksIsEmpty,
      isNameByte(text.utf8.last ?? 0)
    {
      return nil
    }
    return hint(expected)
  }

  /// Returns the arguments expected at the end of `text`, which starts at a call's opening bracket.
  package func hint(ofArguments text: Substring, types: [Any.Type]) -> String? {
    var completer = ValueCompleter(bytes: Array(text.utf8), syntax: self)
    completer.scanArguments(types.map { LabelledType(label: nil, type: $0) }, 0)
    guard completer.found != nil else { return nil }
    return completer.expected.map(hint)
  }

  /// Returns a short description of a type: its name, and its cases or properties if it has any.
  package func hint(of type: Any.Type) -> String {
    let name = TypeName.spell(type)
    var content = type
    while let optional = content as? any OptionalValue.Type { content = optional.wrappedType }
    switch TextSchema.of(content).shape {
    case .enumeration:
      let cases = suggestedCases(of: content).filter { $0.forbidden == nil }.map(\.signature)
      let isOptional = content != type
      return "\(name): \(Self.joined(cases + (isOptional ? ["nil"] : []), by: " | "))"
    case .structure(let schema):
      let properties = schema.visible.map { "\($0.name): \($0.field.textTypeName)" }
      return "\(name)(\(Self.joined(properties, by: ", ")))"
    default: return name
    }
  }

  private func hint(_ expected: CompletionContext) -> String {
    switch expected {
    case .value(let type): return hint(of: type)
    case .call(let fields): return "(\(Self.text(fields)))"
    case .arguments(let fields): return Self.text(fields)
    case .rest(let fields): return (fields.isEmpty ? "" : ", " + Self.text(fields)) + ")"
    case .element(let choice):
      return "\(choice.elementText).\(TypeName.spell(choice.elements[1].type))"
    case .member(let type): return "." + hint(of: type)
    }
  }

  private static func text(_ fields: [LabelledType]) -> String {
    joined(
      fields.map { field in
        (field.label.map { "\($0): " } ?? "") + TypeName.spell(field.type)
      }, by: ", ")
  }

  /// Joins as many words as fit into 60 bytes, and adds the number of remaining words.
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
