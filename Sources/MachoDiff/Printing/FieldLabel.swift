import MachoMetadata

/// Whether parts are named as a macro stores them or as the source declares them.
enum LabelStyle: Sendable {
  case stored, source
}

/// The name of a part that its type declares, ready to be written.
final class DeclaredLabel: Sendable {
  let stored: [UInt8]
  private let storedBytes: ConstantBytes
  private let sourceBytes: ConstantBytes

  init(_ name: String) {
    stored = Array(name.utf8)
    let colon: [UInt8] = [UInt8(ascii: ":"), .space]
    storedBytes = ConstantBytes(stored + colon)
    sourceBytes = ConstantBytes(SourceNames.restored(name: stored) + colon)
  }

  /// The name and the colon behind it.
  func bytes(_ names: LabelStyle) -> ConstantBytes { names == .source ? sourceBytes : storedBytes }

  /// Writes the name and the colon behind it.
  func write(to printer: inout Printer) { printer.write(line: bytes(printer.labelStyle)) }
}

/// What stands before a value.
enum FieldLabel: Sendable {
  case none
  case declared(DeclaredLabel)
  /// The index of an element, `[3]`.
  case index(Int)
  /// The label of a mirror's child, or a dictionary's key.
  case text(String, isComplete: Bool = false)

  init(_ label: String?) {
    self = label.map { .text($0) } ?? .none
  }

  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// The name and the colon behind it.
  func write(to printer: inout Printer) {
    switch self {
    case .none:
      return
    case .declared(let name):
      return name.write(to: &printer)
    case .index(let index):
      return printer.write(index: index)
    case .text(let text, let isComplete):
      let isRestored = printer.labelStyle == .source
      printer.write(isRestored ? SourceNames.restored(label: text) : text)
      if isComplete { return printer.write(.space) }
    }
    printer.write(UInt8(ascii: ":"))
    printer.write(.space)
  }

  static func == (left: FieldLabel, right: FieldLabel) -> Bool {
    switch (left, right) {
    case (.none, .none): true
    case (.declared(let left), .declared(let right)):
      left === right
        || String(decoding: left.stored, as: UTF8.self)
          == String(decoding: right.stored, as: UTF8.self)
    case (.index(let left), .index(let right)): left == right
    case (.text(let left, _), .text(let right, _)): left == right
    default: false
    }
  }
}
