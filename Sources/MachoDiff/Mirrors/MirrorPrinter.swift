import CustomDump
import MachoMetadata

/// Writes dumps of values of unknown type.
enum MirrorPrinter {
  static func write(_ value: Any, to printer: inout Printer, options: DumpOptions) {
    withContents(of: value) { type, address in
      let plan = DiffPlanCache.plan(for: type)
      if plan.usesMirror {
        writeByMirror(value, to: &printer, options: options)
      } else {
        plan.write(address, to: &printer, options: options)
      }
    }
  }

  static func write(
    _ value: Any, label: FieldLabel, to printer: inout Printer, depth: Int, isRoot: Bool = false
  ) {
    label.write(to: &printer)
    write(
      value, to: &printer,
      options: DumpOptions(depth: depth, isRoot: isRoot, isNamed: !label.isNone)
    )
  }

  /// Whether the value, as the only child of another value, is written on the same line.
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

  /// Writes a value by its mirror, for types whose plan has `usesMirror`.
  static func writeByMirror(_ value: Any, to printer: inout Printer, options: DumpOptions) {
    if let type = value as? any Any.Type {
      return printer.write(DumpTypeNameCache.name(of: type, printer.labelStyle) + ".self")
    }
    // Casts would expose its contents, but not their plan.
    if printer.labelStyle == .source, type(of: value) == AnyHashable.self,
      let value = value as? AnyHashable
    {
      return write(value.base, to: &printer, options: options)
    }
    if printer.labelStyle == .source, value is ObjectIdentifier,
      let pointer = PointerDump(value)
    {
      return pointer.write(to: &printer)
    }
    if let described = value as? any CustomDumpStringConvertible {
      let captured = ComparedObjects.instance(of: value, printer.side)?.description
      if captured == nil, printer.labelStyle == .source,
        let lossless = (value as? any LossyDump)?.losslessDump
      {
        return printer.write(plain: lossless)
      }
      return printer.write(description: captured ?? described.customDumpDescription)
    }
    if let object = value as? any _CustomDiffObject {
      if let snapshot = snapshotValue(object) {
        return write(snapshot, to: &printer, options: options.nested)
      }
      return writeObject(object, to: &printer, options: options)
    }
    if let represented = value as? any CustomDumpRepresentable {
      return write(represented.customDumpValue, to: &printer, options: options.nested)
    }
    if printer.labelStyle == .source {
      if let pointer = PointerDump(value) { return pointer.write(to: &printer) }
      if let value = value as? any SourceDumped {
        return value.writeSource(to: &printer, options: options.nested)
      }
    }
    let reflection = Reflection(value, printer.side)
    switch reflection.mirror.displayStyle {
    case .class?: writeInstance(value, reflection, to: &printer, options: options)
    case .collection?:
      printer.open(.elements, "[")
      writeElements(reflection.children, to: &printer, options: options)
      printer.close("]")
    case .dictionary?: writeDictionary(reflection, to: &printer, options: options)
    case .enum?: writeEnum(value, reflection, to: &printer, options: options)
    case .optional?:
      guard let contents = reflection.children.first?.value else { return printer.writeNil() }
      let needsCase = printer.labelStyle == .source && OptionalCase.isSpelled(contents)
      if needsCase { printer.open(.fields, ".some(") }
      write(contents, to: &printer, options: options.inside(needsCase))
      if needsCase { printer.close() }
    case .set?:
      printer.open(.set, "Set([")
      let isSorted = reflection.mirror.subjectType is any _UnorderedCollection.Type
      let children =
        options.depth > 0 && isSorted
        ? UnorderedChildren.sorted(reflection.children, using: &printer) { $0.value }
        : reflection.children
      writeChildren(children, isOneLine: false, to: &printer, options: options)
      printer.close("])")
    case .struct?:
      printer.write(reflection.typeName(printer.labelStyle))
      printer.open(.fields)
      writeChildren(
        reflection.children, visible: Reflection.visibleChildren(reflection.children, of: value),
        isOneLine: reflection.isOneLine, to: &printer, options: options)
      printer.close()
    case .tuple?:
      printer.open(.fields)
      writeChildren(
        reflection.children, visible: Reflection.removingPositionalLabels(reflection.children),
        isOneLine: reflection.isOneLine, to: &printer, options: options)
      printer.close()
    default:
      if let string = value as? any StringProtocol {
        DumpString.write(String(string), to: &printer, options: options)
      } else {
        printer.write(description: description(value))
      }
    }
  }

  /// Returns the description of a value at its own type.
  private static func description(_ value: Any) -> String {
    func open<Value>(_ value: Value) -> String { "\(value)" }
    return _openExistential(value, do: open)
  }

  private static func writeEnum(
    _ value: Any, _ reflection: Reflection, to printer: inout Printer, options: DumpOptions
  ) {
    if options.isRoot { printer.write(reflection.typeName(printer.labelStyle)) }
    printer.write(.dot)
    guard let payload = reflection.payload else {
      return printer.write(description: spelled(description(value), printer.labelStyle))
    }
    printer.write(spelled(payload.name ?? "@unknown", printer.labelStyle))
    printer.open(.fields)
    let children = payload.reflection.children
    writeChildren(
      children, visible: Reflection.removingPositionalLabels(children),
      isOneLine: payload.reflection.isOneLine,
      to: &printer, options: options)
    printer.close()
  }

  /// Returns the name of a case in a label style.
  private static func spelled(_ name: String, _ style: LabelStyle) -> String {
    style == .source ? SourceIdentifier.spelling(name) : name
  }

  /// Writes an instance, or only its mark if it was written before.
  private static func writeInstance(
    _ value: Any, _ reflection: Reflection, to printer: inout Printer, options: DumpOptions
  ) {
    let object = ObjectIdentifier(value as AnyObject)
    let typeName = reflection.typeName(printer.labelStyle)
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
    printer.open(.fields)
    writeChildren(
      children, visible: Reflection.visibleChildren(children, of: value),
      isOneLine: Reflection.isOneLine(children), to: &printer, options: options)
    printer.close()
  }

  /// Writes the current value of a `_CustomDiffObject`.
  private static func writeObject(
    _ object: any _CustomDiffObject, to printer: inout Printer, options: DumpOptions
  ) {
    let identifier = object._objectIdentifier
    let customType = object._customDiffType
    let value = object._customDiffValues.1
    let reflection = Reflection(value)
    let style = printer.labelStyle
    let typeName =
      customType.map { DumpTypeNameCache.name(of: $0, style) }
      ?? reflection.typeName(printer.labelStyle)
    let mark = printer.visitedObjects.label(of: identifier, type: typeName)
    if !mark.isEmpty { printer.write(mark + " ") }
    guard !printer.visitedObjects.wasVisited(identifier) else {
      return printer.write(typeName + "(↩︎)")
    }
    printer.visitedObjects.visit(identifier, type: typeName)
    guard customType != nil else { return write(value, to: &printer, options: options.nested) }
    printer.write(typeName)
    printer.open(.fields)
    writeChildren(
      reflection.children, visible: Reflection.visibleChildren(reflection.children, of: value),
      isOneLine: reflection.isOneLine, to: &printer, options: options)
    printer.close()
  }

  private static func writeDictionary(
    _ reflection: Reflection, to printer: inout Printer, options: DumpOptions
  ) {
    guard !reflection.children.isEmpty else { return printer.write(plain: "[:]") }
    printer.open(.elements, "[")
    guard options.depth > 0 else { return printer.elide("…]") }
    var children = reflection.children
    if reflection.mirror.subjectType is any _UnorderedCollection.Type {
      children = UnorderedChildren.sorted(children, using: &printer) {
        UnorderedChildren.pair($0)?.key
      }
    }
    writeList(children.count, to: &printer) { index, printer in
      let (child, depth) = (children[index], options.depth - 1)
      guard let pair = UnorderedChildren.pair(child) else {
        return write(child.value, label: FieldLabel(child.label), to: &printer, depth: depth)
      }
      let key = printer.render { write(pair.key, label: .none, to: &$0, depth: depth) }
      write(pair.value, label: .key(key), to: &printer, depth: depth)
    }
    printer.close("]")
  }

  /// Writes the children between the delimiters of their parent.
  private static func writeChildren(
    _ children: [Mirror.Child], visible: [Mirror.Child]? = nil, isOneLine: Bool,
    to printer: inout Printer, options: DumpOptions
  ) {
    guard let first = children.first else { return }
    if isOneLine {
      return printer.writeOnlyField(depth: options.depth) { printer in
        write(first.value, label: FieldLabel(first.label), to: &printer, depth: options.depth - 1)
      }
    }
    guard options.depth > 0 else { return printer.elide() }
    let visible = visible ?? children
    writeList(visible.count, to: &printer) { index, printer in
      write(
        visible[index].value, label: FieldLabel(visible[index].label), to: &printer,
        depth: options.depth - 1)
    }
  }

  private static func writeElements(
    _ children: [Mirror.Child], to printer: inout Printer, options: DumpOptions
  ) {
    guard !children.isEmpty else { return }
    guard options.depth > 0 else { return printer.elide() }
    writeList(children.count, to: &printer) { index, printer in
      write(children[index].value, label: .index(index), to: &printer, depth: options.depth - 1)
    }
  }

  private static func writeList(
    _ count: Int, to printer: inout Printer, _ body: (Int, inout Printer) -> Void
  ) {
    printer.indent += 2
    for index in 0..<count {
      printer.newline()
      body(index, &printer)
      if index < count - 1 { printer.writeComma() }
    }
    printer.indent -= 2
    printer.newline()
  }
}
