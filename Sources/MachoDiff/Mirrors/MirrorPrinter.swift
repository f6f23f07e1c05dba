import CustomDump
import MachoMetadata

/// Writes values of which nothing is known beforehand.
enum MirrorPrinter {
  static func write(_ value: Any, to printer: inout Printer, form: DumpOptions) {
    withContents(of: value) { type, address in
      let plan = DiffPlanCache.plan(for: type)
      if plan.usesMirror {
        writeByMirror(value, to: &printer, form: form)
      } else {
        plan.write(address, to: &printer, form: form)
      }
    }
  }

  static func write(
    _ value: Any, name: FieldLabel, to printer: inout Printer, depth: Int, isRoot: Bool = false
  ) {
    name.write(to: &printer)
    write(
      value, to: &printer, form: DumpOptions(depth: depth, isRoot: isRoot, isNamed: !name.isNone))
  }

  /// Whether the value, as the only part of another, stands on that one's line.
  static func isInline(_ value: Any) -> Bool {
    var inner = value
    if inner is any _CustomDiffObject { return false }
    while let represented = inner as? any CustomDumpRepresentable {
      inner = represented.customDumpValue
      if inner is any _CustomDiffObject { return false }
    }
    if let described = value as? any CustomDumpStringConvertible {
      return !described.customDumpDescription.contains("\n" as Character)
    }
    return Reflection(inner).children.isEmpty
  }

  /// The same for a value whose type's plan says that values are looked at one by one.
  static func writeByMirror(_ value: Any, to printer: inout Printer, form: DumpOptions) {
    if let type = value as? any Any.Type {
      return printer.write(DumpTypeNameCache.name(of: type) + ".self")
    }
    if let described = value as? any CustomDumpStringConvertible {
      return printer.write(description: described.customDumpDescription)
    }
    if let object = value as? any _CustomDiffObject {
      return writeObject(object, to: &printer, form: form)
    }
    if let represented = value as? any CustomDumpRepresentable {
      return write(represented.customDumpValue, to: &printer, form: form.nested)
    }
    let reflection = Reflection(value)
    switch reflection.mirror.displayStyle {
    case .class?: writeInstance(value, reflection, to: &printer, form: form)
    case .collection?:
      printer.write(UInt8(ascii: "["))
      let children = reflection.children.enumerated().map { ("[\($0)]", $1.value) as Mirror.Child }
      writeChildren(children, isOneLine: false, to: &printer, form: form)
      printer.write(UInt8(ascii: "]"))
    case .dictionary?: writeDictionary(reflection, to: &printer, form: form)
    case .enum?: writeEnum(value, reflection, to: &printer, form: form)
    case .optional?:
      if let contents = reflection.children.first?.value {
        write(contents, to: &printer, form: form.nested)
      } else {
        printer.write("nil")
      }
    case .set?:
      printer.write(plain: "Set([")
      let isSorted = reflection.mirror.subjectType is any _UnorderedCollection.Type
      let children =
        form.depth > 0 && isSorted
        ? UnorderedChildren.sorted(reflection.children, using: &printer) { $0.value }
        : reflection.children
      writeChildren(children, isOneLine: false, to: &printer, form: form)
      printer.write(plain: "])")
    case .struct?:
      printer.write(reflection.typeName)
      printer.write(.open)
      writeChildren(
        reflection.children, shown: Reflection.visibleChildren(reflection.children, of: value),
        isOneLine: reflection.isOneLine, to: &printer, form: form)
      printer.write(.close)
    case .tuple?:
      printer.write(.open)
      writeChildren(
        reflection.children, shown: Reflection.removingPositionalLabels(reflection.children),
        isOneLine: reflection.isOneLine, to: &printer, form: form)
      printer.write(.close)
    default:
      if let string = value as? any StringProtocol {
        DumpString.write(String(string), to: &printer, form: form)
      } else {
        printer.write(description: description(value))
      }
    }
  }

  /// How a value describes itself, at its own type.
  private static func description(_ value: Any) -> String {
    func open<Value>(_ value: Value) -> String { "\(value)" }
    return _openExistential(value, do: open)
  }

  private static func writeEnum(
    _ value: Any, _ reflection: Reflection, to printer: inout Printer, form: DumpOptions
  ) {
    if form.isRoot { printer.write(reflection.typeName) }
    printer.write(.dot)
    guard let payload = reflection.payload else {
      return printer.write(description: description(value))
    }
    printer.write((payload.name ?? "@unknown") + "(")
    let children = payload.reflection.children
    writeChildren(
      children, shown: Reflection.removingPositionalLabels(children),
      isOneLine: payload.reflection.isOneLine,
      to: &printer, form: form)
    printer.write(.close)
  }

  /// Writes an instance, or its mark if it was written before.
  private static func writeInstance(
    _ value: Any, _ reflection: Reflection, to printer: inout Printer, form: DumpOptions
  ) {
    let object = ObjectIdentifier(value as AnyObject)
    let typeName = reflection.typeName
    let mark = printer.visitedObjects.label(of: object, type: typeName)
    if !mark.isEmpty { printer.write(mark + " ") }
    printer.write(typeName)
    guard !printer.visitedObjects.wasVisited(object) else { return printer.write(plain: "(↩︎)") }
    printer.visitedObjects.visit(object, type: typeName)
    var children = reflection.children
    var ancestor = reflection.mirror.superclassMirror
    while let mirror = ancestor {
      children.insert(contentsOf: mirror.children, at: 0)
      ancestor = mirror.superclassMirror
    }
    printer.write(.open)
    writeChildren(
      children, shown: Reflection.visibleChildren(children, of: value),
      isOneLine: Reflection.isOneLine(children), to: &printer, form: form)
    printer.write(.close)
  }

  /// Writes what stands for an instance that knows two of its values.
  private static func writeObject(
    _ object: any _CustomDiffObject, to printer: inout Printer, form: DumpOptions
  ) {
    let identifier = object._objectIdentifier
    let customType = object._customDiffType
    let value = object._customDiffValues.1
    let reflection = Reflection(value)
    let typeName = customType.map { DumpTypeNameCache.name(of: $0) } ?? reflection.typeName
    let mark = printer.visitedObjects.label(of: identifier, type: typeName)
    if !mark.isEmpty { printer.write(mark + " ") }
    guard !printer.visitedObjects.wasVisited(identifier) else {
      return printer.write(typeName + "(↩︎)")
    }
    printer.visitedObjects.visit(identifier, type: typeName)
    guard customType != nil else { return write(value, to: &printer, form: form.nested) }
    printer.write(typeName + "(")
    writeChildren(
      reflection.children, shown: Reflection.visibleChildren(reflection.children, of: value),
      isOneLine: reflection.isOneLine, to: &printer, form: form)
    printer.write(.close)
  }

  private static func writeDictionary(
    _ reflection: Reflection, to printer: inout Printer, form: DumpOptions
  ) {
    guard !reflection.children.isEmpty else { return printer.write(plain: "[:]") }
    printer.write(UInt8(ascii: "["))
    guard form.depth > 0 else { return printer.write("…]") }
    var children = reflection.children
    if reflection.mirror.subjectType is any _UnorderedCollection.Type {
      children = UnorderedChildren.sorted(children, using: &printer) {
        UnorderedChildren.pair($0)?.key
      }
    }
    writeList(children.count, to: &printer) { index, printer in
      var child = children[index]
      if let pair = UnorderedChildren.pair(child) {
        let depth = form.depth - 1
        let key = printer.renderSeparately(names: .stored) {
          write(pair.key, name: .none, to: &$0, depth: depth)
        }
        child = (key, pair.value)
      }
      write(child.value, name: FieldLabel(child.label), to: &printer, depth: form.depth - 1)
    }
    printer.write(UInt8(ascii: "]"))
  }

  /// Writes parts between what opens and what closes the whole.
  private static func writeChildren(
    _ children: [Mirror.Child], shown: [Mirror.Child]? = nil, isOneLine: Bool,
    to printer: inout Printer, form: DumpOptions
  ) {
    guard let first = children.first else { return }
    if isOneLine {
      let text = printer.renderSeparately {
        write(first.value, name: FieldLabel(first.label), to: &$0, depth: form.depth - 1)
      }
      if Printer.hasNewline(text) {
        printer.writeBlock(text, depth: form.depth)
      } else {
        printer.write(text)
      }
      return
    }
    guard form.depth > 0 else { return printer.write("…") }
    let shown = shown ?? children
    writeList(shown.count, to: &printer) { index, printer in
      write(
        shown[index].value, name: FieldLabel(shown[index].label), to: &printer,
        depth: form.depth - 1)
    }
  }

  private static func writeList(
    _ count: Int, to printer: inout Printer, _ body: (Int, inout Printer) -> Void
  ) {
    printer.indent += 2
    for index in 0..<count {
      printer.newline()
      body(index, &printer)
      if index < count - 1 { printer.write(.comma) }
    }
    printer.indent -= 2
    printer.newline()
  }
}
