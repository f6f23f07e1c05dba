import MachoMetadata

/// Where `@file("x")` reads from: a script's sections, or the directory beside it.
public protocol FileSource: Sendable {
  /// The text of the file called `name`; throws where there is none.
  func contents(of name: String) throws -> String
  /// The names in the directory that `text` leads into, in order; those of directories end with a
  /// slash.
  func names(near text: String) -> [String]
}

extension FileSource {
  /// None: the files have to be known by name.
  public func names(near text: String) -> [String] { [] }
}

/// The reader and the printer of values, with what they are configured by.
public struct ValueSyntax: Sendable {
  /// What `$name` stands for; nil where nothing has that name.
  public typealias Lookup = @Sendable (_ name: String) -> Variable?

  /// The types with registered text.
  public var leaves: LeafRegistry
  /// Where `@file` reads from; nil for nowhere.
  public var files: (any FileSource)?
  /// What the names after `$` stand for.
  public var variables: Lookup
  /// Overrides of the cases of some enums.
  public var caseOverrides: CaseOverrideSet

  /// A syntax whose variables are asked for by name.
  public init(
    leaves: LeafRegistry = .standard, files: (any FileSource)? = nil,
    tables: CaseOverrideSet = CaseOverrideSet(), variables: @escaping Lookup
  ) {
    self.leaves = leaves
    self.files = files
    self.caseOverrides = tables
    self.variables = variables
  }

  /// A syntax with these variables.
  public init(
    leaves: LeafRegistry = .standard, files: (any FileSource)? = nil,
    tables: CaseOverrideSet = CaseOverrideSet(), variables: [String: Variable] = [:]
  ) {
    self.init(leaves: leaves, files: files, tables: tables) { variables[$0] }
  }

  /// Reads `text` as one value of type `T`.
  public func read<T>(_ text: Substring, as type: T.Type = T.self) throws(ValueError) -> T {
    try withUninitializedValue(for: type) { room throws(ValueError) in
      if readDirectly(text, as: type, isSending: false, into: room) { return room.move(as: type) }
      let value = try readUsingTree(text, of: type)
      guard let value = unbox(value, as: T.self) else {
        throw ValueError(
          .wrongType, 0..<text.utf8.count, "expected \(TypeName.spell(type)), found \(text)")
      }
      return value
    }
  }

  /// Reads `text` as one value of a type that is known only at run time.
  public func readValue(_ text: Substring, of type: Any.Type) throws(ValueError) -> Any {
    try readValue(text, of: type, isSending: false)
  }

  private func readValue(
    _ text: Substring, of type: Any.Type, isSending: Bool
  ) throws(ValueError) -> Any {
    func open<Value>(_ type: Value.Type) -> Any? {
      withUninitializedValue(for: type) { room in
        readDirectly(text, as: type, isSending: isSending, into: room)
          ? room.move(as: type) as Any : nil
      }
    }
    if let value = _openExistential(type, do: open) { return value }
    return try readUsingTree(text, of: type, isSending: isSending)
  }

  /// The same by the text's tree, whatever the text is.
  func readUsingTree(
    _ text: Substring, of type: Any.Type, isSending: Bool = false
  ) throws(ValueError) -> Any {
    var reader = try reader(text)
    reader.isSending = isSending
    return try reader.build(0, TextSchema.of(type))
  }

  /// Reads `text` as a value of `type` in which everything that is not named stays as in `base`.
  public func read(
    _ text: Substring, as type: Any.Type, overlaying base: Any
  ) throws(ValueError) -> Any {
    try reader(text).build(0, TextSchema.of(type), over: base)
  }

  /// Reads `text` as a value to be sent: cases that a table forbids to send are refused.
  public func readForSending(_ text: Substring, as type: Any.Type) throws(ValueError) -> Any {
    try readValue(text, of: type, isSending: true)
  }

  /// The text of `value` on one line; reading it as the value's type gives an equal value.
  public func print(_ value: Any) -> String {
    var printer = ValuePrinter(syntax: self)
    printer.write(value, as: Swift.type(of: value))
    return printer.output
  }

  /// The text of a value whose declared type is known, `nil` and existentials included.
  public func print(_ value: TypedValue) -> String {
    var printer = ValuePrinter(syntax: self)
    printer.write(value.value, as: value.type)
    return printer.output
  }

  func reader(_ text: Substring) throws(ValueError) -> ValueReader {
    ValueReader(tree: try Parser.parse(text), syntax: self)
  }
}
