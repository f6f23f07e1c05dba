import MachoMetadata

/// What `$name` stands for: text, which is read anew wherever the name is used.
public struct Variable: Sendable {
  /// The value as it is written.
  public let text: String
  /// The type of the value; `nil` where nobody knows one, and the place of use says what is meant.
  public let type: Any.Type?

  /// Makes a variable of text that was found somewhere, such as in a command's output.
  public init(text: String) {
    self.text = text
    type = nil
  }

  /// Makes a variable of a value, which must be one that text can say.
  public init(_ value: TypedValue, syntax: ValueSyntax = ValueSyntax()) throws(ValueError) {
    text = syntax.print(value)
    type = value.type
    do throws(ValueError) { _ = try syntax.readValue(text[...], of: value.type) } catch {
      if error.code == ValueError.Code.cannotBuild.rawValue { throw error }
      throw ValueError(
        .cannotBuild, 0..<0, "a \(TypeName.spell(value.type)) has no text that reads as one")
    }
  }
}

extension ValueSyntax {
  /// Makes sure that a text is some value, whatever its type, in which nothing has to be looked up.
  public static func validate(_ text: Substring) throws(ValueError) {
    let tree = try Parser.parse(text)
    guard let variable = tree.nodes.indices.first(where: { tree[$0].kind == .variable }) else {
      return
    }
    throw ValueError(
      .syntax, tree.range(variable), "a value that is written out names no variable",
      notes: ["name the variable alone, with a path behind it if need be"])
  }

  /// What a text stands for that is `$name`, or that with a path behind it: `$contact.name`.
  public func variable(_ text: Substring) throws(ValueError) -> Variable {
    let reader = try reader(text)
    guard reader.tree[0].kind == .variable else {
      throw ValueError(.syntax, 0..<text.utf8.count, "expected a variable, such as $name")
    }
    let variable = try reader.resolvedVariable(0)
    guard !reader.pathRange(behind: 0).isEmpty else { return variable }
    return try Variable(try reader.typedValue(variable, at: 0), syntax: self)
  }
}

extension ValueReader {
  /// The value of the variable at a node, read as what is needed there.
  func variable(_ node: Int, _ plan: TextSchema) throws(ValueError) -> Any {
    let variable = try resolvedVariable(node)
    guard variable.type != nil || !pathRange(behind: node).isEmpty else {
      return try readUntyped(variable.text, at: node, plan)
    }
    let found = try typedValue(variable, at: node)
    func fit<T>(_: T.Type) -> Any? { unbox(found.value, as: T.self) }
    guard let fitting = _openExistential(plan.type, do: fit) else {
      throw ValueError(
        .wrongType, tree.range(node),
        "expected \(plan.name), but \(describe(node)) is \(TypeName.spell(found.type))")
    }
    return fitting
  }

  /// `UUID($id)` with the variable's text in its place, which customDump leaves without quotes.
  func unquotedCallText(_ node: Int) throws(ValueError) -> String? {
    // Last of all the name, which has to be made: most calls have no variable.
    guard let argument = tree.firstChild(node), tree[argument].kind == .variable,
      tree.labelRange(argument) == nil, Int(tree[node].next) == argument + 1,
      case let name = tree.name(node), ["UUID", "URL", "Date"].contains(name)
    else { return nil }
    let variable = try resolvedVariable(argument)
    let isWhole = pathRange(behind: argument).isEmpty
    let text = isWhole ? variable.text : syntax.print(try typedValue(variable, at: argument))
    return "\(name)(\(text))"
  }

  fileprivate func resolvedVariable(_ node: Int) throws(ValueError) -> Variable {
    let name = tree.name(node)
    guard let variable = syntax.variables(name) else {
      throw ValueError(
        .noSuchVariable, tree.range(node), "there is no '$\(excerpt(name))'",
        notes: ["give it a value first:  let \(excerpt(name)) = PATH"])
    }
    return variable
  }

  /// What stands at the path behind a variable.
  fileprivate func typedValue(_ variable: Variable, at node: Int) throws(ValueError) -> TypedValue {
    let path = pathRange(behind: node)
    guard let type = variable.type else {
      throw ValueError(
        .wrongType, path, "'$\(excerpt(tree.name(node)))' is text, which has no parts")
    }
    let value = try relocatingErrors(at: tree.range(node)) { () throws(ValueError) in
      try syntaxWithoutVariables.readValue(variable.text[...], of: type)
    }
    return try step(from: TypedValue(value, as: type), along: path)
  }

  /// Text of which no type is known: a value of what is needed, or all of a string.
  private func readUntyped(_ text: String, at node: Int, _ plan: TextSchema) throws(ValueError)
    -> Any
  {
    try relocatingErrors(at: tree.range(node)) { () throws(ValueError) in
      do throws(ValueError) {
        return try syntaxWithoutVariables.readValue(text[...], of: plan.type)
      } catch {
        guard plan.type == String.self || plan.type == String?.self else { throw error }
        return text
      }
    }
  }

  /// What stands at the path in `range`, the value itself where there is none.
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

  /// Where the path behind a variable's name stands.
  fileprivate func pathRange(behind node: Int) -> Range<Int> {
    var start = tree.nameRange(node).upperBound
    // A name in backticks ends after them.
    if start < tree.bytes.count, tree.bytes[start] == UInt8(ascii: "`") { start += 1 }
    let end = tree.range(node).upperBound
    if start < end, tree.bytes[start] == UInt8(ascii: ".") { start += 1 }
    return start..<max(start, end)
  }

  /// The syntax without variables: what one stands for names no other.
  var syntaxWithoutVariables: ValueSyntax {
    var syntax = syntax
    syntax.variables = { _ in nil }
    return syntax
  }

  /// What is wrong with a variable's own text is told where it is named.
  func relocatingErrors<Value>(
    at range: Range<Int>, _ body: () throws(ValueError) -> Value
  ) throws(ValueError) -> Value {
    do throws(ValueError) { return try body() } catch {
      var error = error
      error.range = range
      throw error
    }
  }
}
