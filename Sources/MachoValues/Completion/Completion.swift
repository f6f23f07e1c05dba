import MachoMetadata

/// One way to go on with a text that is being typed.
public struct Completion: Sendable, Equatable {
  /// What it replaces, in UTF-8 offsets: from the beginning of the word to the cursor.
  public var replacing: Range<Int>
  /// What is typed in its place.
  public var text: String
  /// The signature or the type, to be shown beside it.
  public var detail: String

  /// A way to go on, with what is shown beside it.
  public init(replacing: Range<Int>, text: String, detail: String) {
    self.replacing = replacing
    self.text = text
    self.detail = detail
  }
}

extension ValueSyntax {
  /// How `text`, up to the cursor, may go on as a value of `type`.
  public func completions(of text: Substring, as type: Any.Type) -> [Completion] {
    var completer = Completer(bytes: Array(text.utf8), syntax: self)
    completer.value(type, 0)
    return completer.found ?? []
  }

  /// How `text`, up to the cursor and from its bracket on, may go on as a call's arguments.
  public func completions(ofArguments text: Substring, types: [Any.Type]) -> [Completion] {
    var completer = Completer(bytes: Array(text.utf8), syntax: self)
    completer.arguments(types.map { LabelledType(label: nil, type: $0) }, 0)
    return completer.found ?? []
  }

  /// How `text`, up to the cursor, may go on as a path into `root`.
  public func completions(
    ofPath text: Substring, in root: TypedValue,
    computed: ComputedProperties = ComputedProperties()
  ) -> [Completion] {
    let bytes = Array(text.utf8)
    var start = bytes.count
    while start > 0, isNameByte(bytes[start - 1]) { start -= 1 }
    let word = String(decoding: bytes[start...], as: UTF8.self)
    var head = bytes[..<start]
    var current = root
    if head.last == UInt8(ascii: ".") {
      head.removeLast()
      let path = String(decoding: head, as: UTF8.self)
      guard let parsed = try? ValuePath(reading: path[...]),
        let value = try? parsed.evaluate(in: root, computed: computed, syntax: self)
      else { return [] }
      current = value
    } else if !head.allSatisfy({ $0 == 0x20 }) {
      return []
    }
    guard let value = flattened(current.value) else { return [] }
    current = TypedValue(value)
    guard let path = try? ValuePath(reading: "self") else { return [] }
    let walker = PathWalker(computed: computed, syntax: self, path: path)
    return walker.memberNames(of: current).filter { $0.hasPrefix(word) }.map { name in
      let member = try? ValuePath(reading: name[...])
        .evaluate(in: current, computed: computed, syntax: self)
      return Completion(
        replacing: start..<bytes.count, text: name,
        detail: member.map { TypeName.spell($0.type) } ?? "")
    }
  }
}
