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
class PlainReader: @unchecked Sendable {
  let type: Any.Type

  init(_ type: Any.Type) { self.type = type }

  /// Whether values are read without a tree.
  var isPlain: Bool { false }

  /// Makes a value of what comes next in the text; false if it gives up, with nothing made.
  func readPlain(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    readByTree(&text, into: room, syntax)
  }

  /// Makes the value of a property that the text does not name; false if there is none.
  func makeAbsent(in room: ValueRoom) -> Bool { false }

  /// Reads the value as the syntax says that such are to be read.
  final func read(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    isOverridden(in: syntax)
      ? readByTree(&text, into: room, syntax) : readPlain(&text, into: room, syntax)
  }

  /// Whether a user has said something else of the type's text than its own declaration does.
  final func isOverridden(in syntax: ValueSyntax) -> Bool {
    syntax.leaves.leaf(type) != nil || syntax.tables[type] != nil
  }

  /// Has `Reader` make the value.
  final func readByTree(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    var parser = Parser(bytes: text.array(), position: text.position)
    do throws(ValueError) {
      if text.isChained { try parser.member(text.depth) } else { try parser.value(text.depth) }
      let reader = Reader(
        tree: SyntaxTree(bytes: parser.bytes, nodes: parser.nodes), syntax: syntax,
        isSending: text.isSending)
      guard room.make(try reader.build(0, TypePlan.of(type)), as: type) else { return false }
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
  func readPlainly(
    _ text: Substring, as type: Any.Type, isSending: Bool, into room: ValueRoom
  ) -> Bool {
    let reader = TypePlan.of(type).plainReader
    guard reader.isPlain, !reader.isOverridden(in: self) else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var text = PlainText(bytes, isSending: isSending)
      text.skipSpace()
      guard reader.readPlain(&text, into: room, self) else { return false }
      text.skipSpace()
      if text.isAtEnd { return true }
      room.destroy(type)
      return false
    }
  }
}

/// The reader of a part's type, made when it is needed first: types may hold each other in circles.
final class PlainReaderSlot: Sendable {
  private let made = OnceCell<PlainReader>()
  private let type: Any.Type

  init(_ type: Any.Type) { self.type = type }

  var reader: PlainReader { made.instance { TypePlan.of(type).plainReader } }
}
