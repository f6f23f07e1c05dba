import MachoMetadata

/// The value of `$name`, stored as text that is read again at each use.
package struct Variable: Sendable {
  /// The value's text.
  package let text: String
  /// The value's type. `nil` if it is unknown; the context of each use then determines it.
  package let type: Any.Type?

  /// Creates an untyped variable from text, such as text captured from a command's output.
  package init(text: String) {
    self.text = text
    type = nil
  }

  /// Creates a variable from a value. Throws if the value cannot be written as text and read back.
  package init(_ value: TypedValue, syntax: ValueSyntax = ValueSyntax()) throws(ValueError) {
    text = syntax.print(value)
    type = value.type
    do throws(ValueError) { _ = try syntax.readValue(text[...], of: value.type) } catch {
      if error.code == ValueError.Code.cannotBuild.rawValue { throw error }
      throw ValueError(
        .cannotBuild, 0..<0,
        "a value of type \(TypeName.spell(value.type)) cannot be written as text and read back")
    }
  }
}

extension ValueSyntax {
  /// Throws unless a text is a syntactically valid value of any type, without variables.
  package static func validate(_ text: Substring) throws(ValueError) {
    let tree = try Parser.parse(text)
    guard let variable = tree.nodes.indices.first(where: { tree[$0].kind == .variable }) else {
      return
    }
    throw ValueError(
      .syntax, tree.range(variable), "a literal value cannot contain a variable",
      notes: ["use the variable alone, optionally with a path"])
  }

  /// Returns the variable that a text refers to: `$name`, or the value at a path in it,
  /// `$contact.name`.
  package func variable(_ text: Substring) throws(ValueError) -> Variable {
    let reader = try reader(text)
    guard reader.tree[0].kind == .variable else {
      throw ValueError(.syntax, 0..<text.utf8.count, "expected a variable, such as $name")
    }
    let variable = try reader.resolvedVariable(0)
    guard !reader.pathRange(after: 0).isEmpty else { return variable }
    return try Variable(try reader.typedValue(variable, at: 0), syntax: self)
  }
}

extension ValueReader {
  /// Reads the value of the variable at a node as the required type. Properties that its text omits
  /// have the values of `base`.
  func variable(_ node: Int, _ schema: TextSchema, over base: Any?) throws(ValueError) -> Any {
    let variable = try resolvedVariable(node)
    guard variable.type != nil || !pathRange(after: node).isEmpty else {
      return try readUntyped(variable.text, at: node, schema, over: base)
    }
    let found = try typedValue(variable, at: node)
    func fit<T>(_: T.Type) -> Any? { unbox(found.value, as: T.self) }
    guard let fitting = _openExistential(schema.type, do: fit) else {
      throw ValueError(
        .wrongType, tree.range(node),
        "expected \(schema.name), but \(describe(node)) is \(TypeName.spell(found.type))")
    }
    return fitting
  }

  /// Returns the text of `UUID($id)` with the variable's text inserted, as customDump prints it
  /// without quotes.
  func unquotedCallText(_ node: Int) throws(ValueError) -> String? {
    // PERFORMANCE: the name is checked last, because it must be copied and most calls have no
    // variable.
    guard let argument = tree.firstChild(node), tree[argument].kind == .variable,
      tree.labelRange(argument) == nil, Int(tree[node].next) == argument + 1,
      case let name = tree.name(node), ["UUID", "URL", "Date"].contains(name)
    else { return nil }
    let variable = try resolvedVariable(argument)
    let isWhole = pathRange(after: argument).isEmpty
    let text = isWhole ? variable.text : syntax.print(try typedValue(variable, at: argument))
    return "\(name)(\(text))"
  }

  fileprivate func resolvedVariable(_ node: Int) throws(ValueError) -> Variable {
    let name = tree.name(node)
    guard let variable = syntax.variables(name) else {
      throw ValueError(
        .noSuchVariable, tree.range(node), "unknown variable '$\(excerpt(name))'",
        notes: ["define it first:  let \(excerpt(name)) = PATH"])
    }
    return variable
  }

  /// Returns the value at the path after a variable.
  fileprivate func typedValue(_ variable: Variable, at node: Int) throws(ValueError) -> TypedValue {
    let path = pathRange(after: node)
    guard let type = variable.type else {
      throw ValueError(
        .wrongType, path, "'$\(excerpt(tree.name(node)))' is untyped text, which has no properties")
    }
    let value = try relocatingErrors(to: tree.range(node)) { () throws(ValueError) in
      try syntaxWithoutVariables.readValue(variable.text[...], of: type)
    }
    return try step(from: TypedValue(value, as: type), along: path)
  }

  /// Reads untyped text as a value of the required type, or verbatim if a String is required.
  private func readUntyped(
    _ text: String, at node: Int, _ schema: TextSchema, over base: Any?
  ) throws(ValueError) -> Any {
    try relocatingErrors(to: tree.range(node)) { () throws(ValueError) in
      do throws(ValueError) {
        guard let base else {
          return try syntaxWithoutVariables.readValue(text[...], of: schema.type)
        }
        return try syntaxWithoutVariables.read(text[...], as: schema.type, overlaying: base)
      } catch {
        guard schema.type == String.self || schema.type == String?.self else { throw error }
        return text
      }
    }
  }

  /// Returns the value at the path in `range`, or the value itself if the path is empty.
  private func step(from value: TypedValue, along range: Range<Int>) throws(ValueError)
    -> TypedValue
  {
    guard !range.isEmpty else { return value }
    do throws(ValueError) {
      return try ValuePath(reading: tree.text(range)[...]).evaluate(in: value, syntax: syntax)
    } catch {
      var error = error
      error.range =
        error.range.lowerBound + range.lowerBound..<error.range.upperBound + range.lowerBound
      throw error
    }
  }

  /// Returns the range of the path after a variable's name.
  func pathRange(after node: Int) -> Range<Int> {
    var start = tree.nameRange(node).upperBound
    // A name in backticks ends after the closing backtick.
    if start < tree.bytes.count, tree.bytes[start] == UInt8(ascii: "`") { start += 1 }
    let end = tree.range(node).upperBound
    if start < end, tree.bytes[start] == UInt8(ascii: ".") { start += 1 }
    return start..<max(start, end)
  }

  /// The syntax without variables, because a variable's text may not refer to another variable.
  var syntaxWithoutVariables: ValueSyntax {
    var syntax = syntax
    syntax.variables = { _ in nil }
    return syntax
  }

  /// Runs `body` and moves the range of its errors to `range`, where the variable is used.
  func relocatingErrors<Value>(
    to range: Range<Int>, _ body: () throws(ValueError) -> Value
  ) throws(ValueError) -> Value {
    do throws(ValueError) { return try body() } catch {
      var error = error
      error.range = range
      throw error
    }
  }
}
