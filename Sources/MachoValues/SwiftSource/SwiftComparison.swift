import MachoMetadata

/// Translates a script's comparison into Swift lines that test it.
package struct SwiftComparison {
  private let syntax: ValueSyntax
  private let computed: ComputedProperties
  /// The printer of the compared values.
  package var printer: SwiftSourcePrinter
  /// The expression of the path so far, and whether it may be `nil`.
  private var text: String
  private var isOptional = false
  /// Whether the expression ends in an Optional that is not declared as one, such as a dictionary
  /// subscript.
  private var endsOptional = false
  /// Whether the expression is a property with a wrapper, which has the type of the content.
  private var isWrapped = false
  /// The state whose values a test reads, if shared values have changed since.
  private let present: TypedValue?
  /// The enum cases that the path goes through, which must be current.
  private var patterns: [(pattern: String, subject: String)] = []

  /// Creates a translator for values below the expression `root`, such as `store.state`.
  ///
  /// - Parameter present: The state whose values a test reads. Default: the state that the script
  ///   compares.
  package init(
    root: String, computed: ComputedProperties, printer: SwiftSourcePrinter,
    present: TypedValue? = nil
  ) {
    text = root
    self.present = present
    syntax = printer.syntax
    self.computed = computed
    self.printer = printer
  }

  /// Returns the lines that test a comparison that holds in `root`.
  package mutating func lines(
    testing comparison: Comparison, in root: TypedValue
  ) throws(ValueError) -> [String] {
    let value = try follow(comparison.path, from: root)
    return wrapped("#expect(\(try condition(comparison, of: value)))")
  }

  /// Returns the lines that test that the value at a path equals its current value.
  package mutating func lines(
    testing path: ValuePath, in root: TypedValue
  ) throws(ValueError) -> [String] {
    let value = try follow(path, from: root)
    return wrapped("#expect(\(try equation("==", value.value, of: value)))")
  }

  /// Wraps a test in the `if case` statements that its path needs.
  private func wrapped(_ test: String) -> [String] {
    var lines = [test]
    for condition in patterns.reversed() {
      lines =
        ["if case \(condition.pattern) = \(condition.subject) {"] + lines.map { "  " + $0 }
        + [
          "} else {", "  Issue.record(\(quoted("\(condition.subject) is a different case")))", "}",
        ]
    }
    return lines
  }

  // MARK: The path

  private mutating func follow(
    _ path: ValuePath, from root: TypedValue
  ) throws(ValueError) -> TypedValue {
    let walker = PathWalker(computed: computed, syntax: syntax, path: path, root: root)
    var current = root
    var present = present
    for (index, component) in path.components.enumerated() {
      let next = try walker.step(index, from: current)
      present = try present.map { value throws(ValueError) in try walker.step(index, from: value) }
      try append(component, from: current, to: next)
      current = next
    }
    if let present, !valuesEqual(present.value, current.value) {
      throw untranslatable("a TestStore reads shared values that later actions have changed")
    }
    return content(of: current)
  }

  /// Returns the content of a shared value at the end of a path.
  private mutating func content(of value: TypedValue) -> TypedValue {
    guard let wrapper = value.value as? any SwiftWrapper else { return value }
    appendContent(isNilable: endsOptional || value.type is any OptionalValue.Type)
    return wrapper.pathContent
  }

  /// Appends the name of a wrapper's content, unless the expression has its type already.
  private mutating func appendContent(isNilable: Bool) {
    defer { isWrapped = false }
    guard !isWrapped else { return }
    text += (isNilable ? "?" : "") + ".wrappedValue"
    if isNilable { (isOptional, endsOptional) = (true, true) }
  }

  private mutating func append(
    _ component: ValuePath.Component, from value: TypedValue, to next: TypedValue
  ) throws(ValueError) {
    var value = value
    var isNilable = endsOptional || value.type is any OptionalValue.Type
    endsOptional = false
    while true {
      if let optional = value.value as? any OptionalValue,
        let type = Swift.type(of: value.value) as? any OptionalValue.Type,
        let wrapped = optional.wrappedValue
      {
        value = TypedValue(wrapped, as: type.wrappedType)
      } else if case .name = component.kind, !(value.value is any Collection),
        let transparent = value.value as? any PathTransparent
      {
        // A property wrapper. In source, the property has the wrapped value's type.
        if transparent is any SwiftWrapper, !isWrapped {
          appendContent(isNilable: isNilable)
          (isNilable, endsOptional) = (isNilable || endsOptional, false)
        }
        value = transparent.pathContent
        if value.type is any OptionalValue.Type { isNilable = true }
      } else {
        break
      }
    }
    if isNilable {
      text += "?"
      isOptional = true
    }
    isWrapped = false
    switch component.kind {
    case .ordinal(let number):
      text += "[id: \(number)]"
      (isOptional, endsOptional) = (true, true)
    case .identified where value.value is any OrdinalIndexed:
      text += "[id: \(component.ordinal ?? 0)]"
      (isOptional, endsOptional) = (true, true)
    case .identified(let id):
      let id = try identity(id, of: next).line
      text +=
        value.value is any SwiftIDSubscriptable
        ? "[id: \(id)]" : ".first(where: { $0.id == \(id) })"
      (isOptional, endsOptional) = (true, true)
    case .subscripted(let key):
      if let keyed = value.value as? any KeyedValues {
        text += "[\(try self.key(key, of: keyed).line)]"
        (isOptional, endsOptional) = (true, true)
      } else {
        text += "[\(key)]"
      }
    case .each: throw untranslatable("'[*]' is a list only in scripts")
    case .name(let name): try appendName(name, of: value, next, isNilable: isNilable)
    }
  }

  /// Appends a property or a case. `isNilable` says whether the text ends with a question mark.
  private mutating func appendName(
    _ name: String, of value: TypedValue, _ next: TypedValue, isNilable: Bool
  ) throws(ValueError) {
    let type = Swift.type(of: value.value)
    if let isProperty = computed.isProperty(name, of: type) {
      guard isProperty else {
        throw untranslatable("'\(name)' is computed by a closure of the feature's registration")
      }
      text += "." + name
      return
    }
    if case .enumeration(let schema) = CompositeValue(value.value) {
      guard let current = try? schema.currentCase(of: value.value), current.name == name,
        current.elements.count == 1
      else { throw untranslatable("a case with several values") }
      let label = current.elements[0].label.map { "\($0): " } ?? ""
      let subject = isNilable ? String(text.dropLast()) : text
      patterns.append((".\(name)(\(label)let \(name))" + (isOptional ? "?" : ""), subject))
      (text, isOptional, endsOptional) = (name, false, false)
      return
    }
    if value.value is any Collection, ["keys", "values", "ids"].contains(name) {
      throw untranslatable("'\(name)' is a list only in scripts")
    }
    if case .structure(let schema) = TextSchema.of(type).shape {
      isWrapped = schema.visible.contains { $0.name == name && $0.isWrapped }
    }
    text += "." + name
  }

  private mutating func identity(
    _ id: String, of element: TypedValue
  ) throws(ValueError) -> SwiftExpression {
    guard let identifiable = element.value as? any Identifiable else {
      throw untranslatable("the elements are not Identifiable")
    }
    func open<T: Identifiable>(_ value: T) -> TypedValue { TypedValue(value.id, as: T.ID.self) }
    let found = open(identifiable)
    return try printer.expression(found.value, as: found.type)
  }

  private mutating func key(
    _ key: String, of value: some KeyedValues
  ) throws(ValueError) -> SwiftExpression {
    let type = value.keyType
    return try printer.expression(try syntax.readValue(key[...], of: type), as: type)
  }

  // MARK: The condition

  private mutating func condition(
    _ comparison: Comparison, of value: TypedValue
  ) throws(ValueError) -> String {
    let operand = comparison.operand[...]
    switch comparison.comparison {
    case .equal, .notEqual:
      let wanted = try syntax.readValue(operand, of: value.type)
      return try equation(comparison.comparison.rawValue, wanted, of: value)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      var type = value.type
      while let optional = type as? any OptionalValue.Type {
        type = optional.wrappedType
        isOptional = true
      }
      let bound = try printer.expression(try syntax.readValue(operand, of: type), as: type).line
      let sign = comparison.comparison.rawValue
      return isOptional
        ? "(\(text)).map { $0 \(sign) \(bound) } == true" : "\(text) \(sign) \(bound)"
    case .matches: return try match(operand, of: value)
    case .contains: return try containment(operand, of: value)
    }
  }

  private mutating func equation(
    _ sign: String, _ wanted: Any, of value: TypedValue
  ) throws(ValueError) -> String {
    if sign == "==", !isOptional, wanted as? Bool == true, value.type == Bool.self { return text }
    let isNil = (wanted as? any OptionalValue).map { $0.wrappedValue == nil } ?? false
    if isNil, value.type is any OptionalValue.Type { return "\(text) \(sign) nil" }
    if let proxied = wanted as? any TextProxied, !(wanted is any Collection) {
      return try equation(sign, content: proxied)
    }
    guard value.type is any Equatable.Type else {
      throw untranslatable("\(TypeName.spell(value.type)) is not Equatable")
    }
    return "\(text) \(sign) \(try printer.expression(wanted, as: value.type).line)"
  }

  /// Compares a wrapped property by its content.
  private mutating func equation<P: TextProxied>(
    _ sign: String, content value: P
  ) throws(ValueError) -> String {
    let content = TypedValue(value.textProxy, as: P.TextProxy.self)
    return try equation(sign, content.value, of: content)
  }

  private mutating func match(
    _ pattern: Substring, of value: TypedValue
  ) throws(ValueError) -> String {
    if let whole = try? syntax.readValue(pattern, of: value.type),
      valuesEqual(whole, value.value)
    {
      return try equation("==", whole, of: value)
    }
    throw untranslatable("a pattern that is not a complete value")
  }

  private mutating func containment(
    _ operand: Substring, of value: TypedValue
  ) throws(ValueError) -> String {
    let isChained = isOptional || value.type is any OptionalValue.Type
    let mark = endsOptional || value.type is any OptionalValue.Type ? "?" : ""
    let end = isChained ? " == true" : ""
    guard let content = flattened(value.value) else { throw untranslatable("nil contains nothing") }
    if content is any StringProtocol {
      let substring = try syntax.read(operand, as: String.self)
      return "\(text)\(mark).contains(\(quoted(substring)))\(end)"
    }
    guard !(content is any KeyedValues), let collection = content as? any Collection else {
      throw untranslatable("'contains' on \(TypeName.spell(value.type))")
    }
    func element<C: Collection>(_: C) -> Any.Type { C.Element.self }
    let type = element(collection)
    guard type is any Equatable.Type, let whole = try? syntax.readValue(operand, of: type) else {
      throw untranslatable("a pattern that is not a complete value")
    }
    let expression = try printer.expression(whole, as: type).line
    return "\(text)\(mark).contains(\(expression))\(end)"
  }

  private func untranslatable(_ reason: String) -> ValueError {
    ValueError(.cannotBuild, 0..<0, reason)
  }
}
