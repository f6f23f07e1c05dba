import MachoMetadata

/// Reads the text of one type's values straight into the memory of what they are parts of.
///
/// It is for what most values are: memberwise structs, cases, arrays and optionals of numbers,
/// strings and the like, written plainly. No tree is made of the text, and nothing is boxed. At
/// anything else it gives up, which leaves nothing behind: then the text is read by `Reader`, whose
/// results and errors are the only truth. So a text that this takes must be one that `Reader` takes,
/// for the same value.
///
/// This class itself is for the types that are read by `Reader` wherever they stand: dates, sets,
/// those that read themselves. The others have subclasses.
///
/// `@unchecked Sendable`: all that it and its subclasses store are constants of Sendable types.
class DirectReader: @unchecked Sendable {
  let type: Any.Type

  init(_ type: Any.Type) { self.type = type }

  /// Whether values are read without a tree.
  var isDirect: Bool { false }

  /// Makes a value of what comes next in the text; false if it gives up, with nothing made.
  func readDirectly(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    readUsingTree(&text, into: room, syntax)
  }

  /// Makes the value of a property that the text does not name; false if there is none.
  func initializeOmitted(in room: UninitializedValue) -> Bool { false }

  /// Reads the value as the syntax says that such are to be read.
  final func read(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    isOverridden(in: syntax)
      ? readUsingTree(&text, into: room, syntax) : readDirectly(&text, into: room, syntax)
  }

  /// Whether a user has said something else of the type's text than its own declaration does.
  final func isOverridden(in syntax: ValueSyntax) -> Bool {
    syntax.leaves.leaf(type) != nil || syntax.caseOverrides[type] != nil
  }

  /// Has `Reader` make the value.
  final func readUsingTree(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    var parser = Parser(bytes: text.copiedBytes(), position: text.position)
    do throws(ValueError) {
      if text.isChained {
        try parser.parseMember(text.depth)
      } else {
        try parser.parseValue(text.depth)
      }
      let reader = ValueReader(
        tree: SyntaxTree(bytes: parser.bytes, nodes: parser.nodes), syntax: syntax,
        isSending: text.isSending)
      guard room.initialize(try reader.build(0, TextSchema.of(type)), as: type) else {
        return false
      }
    } catch {
      // It is told where the whole text is read, which says where in it the error is.
      return false
    }
    text.isChained = false
    text.position = parser.position
    return true
  }
}

extension ValueSyntax {
  /// Makes the value of a text that is written plainly; false, and nothing made, if it is not, or
  /// is no value at all.
  func readDirectly(
    _ text: Substring, as type: Any.Type, isSending: Bool, into room: UninitializedValue
  ) -> Bool {
    let reader = TextSchema.of(type).directReader
    guard reader.isDirect, !reader.isOverridden(in: self) else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var text = ByteCursor(bytes, isSending: isSending)
      text.skipSpace()
      guard reader.readDirectly(&text, into: room, self) else { return false }
      text.skipSpace()
      if text.isAtEnd { return true }
      room.destroy(type)
      return false
    }
  }
}

/// The reader of a part's type, made when it is needed first: types may hold each other in circles.
final class LazyDirectReader: Sendable {
  private let cachedReader = OnceCell<DirectReader>()
  private let type: Any.Type

  init(_ type: Any.Type) { self.type = type }

  var reader: DirectReader { cachedReader.instance { TextSchema.of(type).directReader } }
}
