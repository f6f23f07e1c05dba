import MachoMetadata

/// Whether fields are labelled as stored by a macro or as declared in the source.
enum LabelStyle: Sendable {
  case stored, source
}

/// A label from a type's metadata, with its encoded bytes.
final class DeclaredLabel: Sendable {
  let stored: [UInt8]
  private let storedBytes: ConstantBytes
  private let sourceBytes: ConstantBytes

  init(_ name: String) {
    stored = Array(SourceIdentifier.stored(name).utf8)
    let colon: [UInt8] = [UInt8(ascii: ":"), .space]
    storedBytes = ConstantBytes(stored + colon)
    sourceBytes = ConstantBytes(SourceNames.restored(name: Array(name.utf8)) + colon)
  }

  var isID: Bool { stored.elementsEqual("id".utf8) }

  /// Returns the label followed by a colon and a space.
  func bytes(_ style: LabelStyle) -> ConstantBytes { style == .source ? sourceBytes : storedBytes }

  /// Writes the label followed by a colon and a space.
  func write(to printer: inout Printer) { printer.write(line: bytes(printer.labelStyle)) }
}

/// The label of a value.
enum FieldLabel: Sendable {
  case none
  case declared(DeclaredLabel)
  /// The index of an element, `[3]`.
  case index(Int)
  /// The label of a mirror's child.
  case text(String)
  /// A dictionary's key, in the printer's label style.
  case key(RenderedText)
  /// A label, and the mark of the instance that it labels.
  indirect case marked(FieldLabel, String)

  init(_ label: String?) {
    self = label.map { .text($0) } ?? .none
  }

  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Writes the label followed by a colon and a space.
  func write(to printer: inout Printer) {
    switch self {
    case .none:
      return
    case .declared(let name):
      return printer.writeLabel(isID: name.isID, name.write)
    case .index(let index):
      return printer.write(index: index)
    case .key(let text):
      return printer.writeLabel { printer in
        printer.write(text)
        printer.write(plain: ": ")
      }
    case .text(let text):
      let label = text + ": "
      return printer.writeLabel(isID: text == "id") { printer in
        printer.write(
          printer.labelStyle == .source
            ? SourceIdentifier.spelling(SourceNames.restored(in: label)) : label)
      }
    case .marked(let label, let mark):
      label.write(to: &printer)
      return printer.write(mark + " ")
    }
  }

  static func == (left: FieldLabel, right: FieldLabel) -> Bool {
    switch (left, right) {
    case (.none, .none): true
    case (.declared(let left), .declared(let right)):
      left === right
        || String(decoding: left.stored, as: UTF8.self)
          == String(decoding: right.stored, as: UTF8.self)
    case (.index(let left), .index(let right)): left == right
    case (.text(let left), .text(let right)): left == right
    case (.marked(let left, let mark), .marked(let right, let other)):
      left == right && mark == other
    case (.key(let left), .key(let right)): left == right
    default: false
    }
  }
}
