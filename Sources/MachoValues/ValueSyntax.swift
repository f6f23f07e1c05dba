import MachoMetadata

/// The source of the files that `@file("x")` reads: a script's sections, or the script's directory.
package protocol FileSource: Sendable {
  /// Returns the text of the file `name`. Throws if it does not exist.
  func contents(of name: String) throws -> String
  /// Whether a file of that name exists, even if it cannot be read.
  func has(_ name: String) -> Bool
  /// Returns the sorted names in the directory that `text` refers to. Names of directories end with
  /// a slash.
  func names(near text: String) -> [String]
}

extension FileSource {
  /// Whether the file can be read.
  package func has(_ name: String) -> Bool { (try? contents(of: name)) != nil }
  /// Returns no names.
  package func names(near text: String) -> [String] { [] }

  /// Returns the names of files that resemble a name, the most similar first.
  package func similarNames(to name: String) -> [String] {
    Suggestions.nearest(to: name, among: names(near: name).filter { $0.last != "/" })
  }
}

/// Reads and prints values, with its configuration.
public struct ValueSyntax: Sendable {
  /// Returns the variable `$name`. `nil` if it is undefined.
  package typealias Lookup = @Sendable (_ name: String) -> Variable?

  /// How deeply values and conditions nest that are read.
  package static let depthLimit = NestingLimit.text

  /// The types with registered text.
  package var leaves: LeafRegistry
  /// The source of files for `@file`. `nil` if files are not available.
  package var files: (any FileSource)?
  /// Looks up variables by name.
  package var variables: Lookup
  /// The overrides for the cases of some enums.
  package var caseOverrides: CaseOverrideSet
  /// Returns the names of an enum's cases in the order of the source, or `nil` if it is unknown.
  /// Runtime metadata lists cases with payloads first. Default: unknown.
  package var caseOrder: @Sendable (Any.Type) -> [String]? = { _ in nil }
  /// Called for each property that a text leaves out and that gets the default in its source. Default:
  /// nothing happens.
  package var onFilling: @Sendable (FilledProperty) -> Void = { _ in }
  /// The modules whose error types text can name without a registration. Default: none.
  package var errorModules: [String] = []

  /// Creates a syntax that looks variables up with a closure.
  package init(
    leaves: LeafRegistry = .standard, files: (any FileSource)? = nil,
    caseOverrides: CaseOverrideSet = CaseOverrideSet(), variables: @escaping Lookup
  ) {
    self.leaves = leaves
    self.files = files
    self.caseOverrides = caseOverrides
    self.variables = variables
  }

  /// Creates a syntax for a feature.
  ///
  /// - Parameters:
  ///   - leaves: The types with registered text. Default: the standard types.
  ///   - caseOverrides: Changes how the cases of some enums are offered and read. Default: none.
  public init(
    leaves: LeafRegistry = .standard, caseOverrides: CaseOverrideSet = CaseOverrideSet()
  ) {
    self.init(leaves: leaves, caseOverrides: caseOverrides) { _ in nil }
  }

  /// Creates a syntax with the given variables.
  package init(
    leaves: LeafRegistry = .standard, files: (any FileSource)? = nil,
    caseOverrides: CaseOverrideSet = CaseOverrideSet(), variables: [String: Variable]
  ) {
    self.init(leaves: leaves, files: files, caseOverrides: caseOverrides) { variables[$0] }
  }

  /// Reads `text` as one value of type `T`.
  package func read<T>(_ text: Substring, as type: T.Type = T.self) throws(ValueError) -> T {
    let value = try readValue(text, of: type, isSending: false)
    guard let value = unbox(value, as: T.self) else {
      throw ValueError(
        .wrongType, 0..<text.utf8.count, "expected \(TypeName.spell(type)), found \(text)")
    }
    return value
  }

  /// Reads `text` as one value of a type known only at run time.
  package func readValue(_ text: Substring, of type: Any.Type) throws(ValueError) -> Any {
    try readValue(text, of: type, isSending: false)
  }

  private func readValue(
    _ text: Substring, of type: Any.Type, isSending: Bool
  ) throws(ValueError) -> Any {
    var reader = try reader(text)
    reader.isSending = isSending
    return try reader.build(0, TextSchema.of(type))
  }

  /// Reads `text` as a value of `type`. Properties that the text omits keep their value from
  /// `base`.
  package func read(
    _ text: Substring, as type: Any.Type, overlaying base: Any
  ) throws(ValueError) -> Any {
    try reader(text).build(0, TextSchema.of(type), over: base)
  }

  /// Reads `text` as a value to send. Throws for cases that may not be sent.
  package func readForSending(_ text: Substring, as type: Any.Type) throws(ValueError) -> Any {
    try readValue(text, of: type, isSending: true)
  }

  /// Returns the text of `value` on one line. Reading it as the value's type gives an equal value.
  package func print(_ value: Any) -> String {
    var printer = ValuePrinter(syntax: self)
    printer.write(value, as: Swift.type(of: value))
    return printer.output
  }

  /// Returns the text of a value with a declared type, which may be an Optional or an existential.
  package func print(_ value: TypedValue) -> String {
    var printer = ValuePrinter(syntax: self)
    printer.write(value.value, as: value.type)
    return printer.output
  }

  /// Returns the text of a value beside keywords: a case with the name of a keyword gets a leading
  /// dot.
  package func print(_ value: TypedValue, reserving keywords: Set<String>) -> String {
    var printer = ValuePrinter(syntax: self)
    printer.write(value.value, as: value.type, reserving: keywords)
    return printer.output
  }

  func reader(_ text: Substring) throws(ValueError) -> ValueReader {
    ValueReader(tree: try Parser.parse(text), syntax: self)
  }
}
