import MachoValues

/// A function of a dependency, under the name by which scripts stub it.
public struct Endpoint: Sendable {
  /// The dotted name: `numberFact.fetch`.
  public var name: String
  /// Where tests in Swift find it below the dependency values; by convention, its name.
  public var path: String? {
    get { findPath() }
    set { findPath = { newValue } }
  }
  /// The types of its arguments.
  public var argumentTypes: [Any.Type]
  /// The type that it returns.
  public var valueType: Any.Type
  /// Whether it can throw, and so whether `stub ... throws` makes sense.
  public var canThrow: Bool
  /// Whether it can suspend, and so whether `after` and `pending` make sense.
  public var isAsync: Bool
  /// Whether it returns a stream of `valueType`, so that stubs say its elements.
  public var isStream: Bool
  /// The words that stand for a series of values: `incrementing` for identifiers.
  public var generators: [String: @Sendable (_ call: Int) -> any Sendable]
  /// What makes a series of values of the number behind `seed`, where that makes sense.
  public var seeded: (@Sendable (_ seed: UInt64, _ call: Int) -> any Sendable)?
  /// Not looked for before somebody asks: to describe a key path takes the runtime a while.
  private var findPath: @Sendable () -> String? = { nil }
  /// Reads a value to return; typed, because no cast makes an `Any` sendable.
  let read: @Sendable (Substring, ValueSyntax) throws(ValueError) -> any Sendable

  /// Describes an endpoint.
  public init<Value: Sendable>(
    name: String, argumentTypes: [Any.Type], valueType: Value.Type, canThrow: Bool,
    isAsync: Bool, isStream: Bool = false,
    generators: [String: @Sendable (_ call: Int) -> any Sendable] = [:],
    seeded: (@Sendable (_ seed: UInt64, _ call: Int) -> any Sendable)? = nil
  ) {
    self.name = name
    self.argumentTypes = argumentTypes
    self.valueType = valueType
    self.canThrow = canThrow
    self.isAsync = isAsync
    self.isStream = isStream
    self.generators = generators
    self.seeded = seeded
    read = { (text, syntax) throws(ValueError) in try syntax.read(text, as: Value.self) }
  }

  /// The endpoint with a way to find out where tests find it.
  package mutating func setPath(_ find: @autoclosure @escaping @Sendable () -> String?) {
    findPath = find
  }

  /// A value to return as one would type it, or the type where no value is known to do.
  var exampleReturnValue: String {
    let syntax = ValueSyntax()
    let examples = [
      "()", #""...""#, "0", "true", "[]", "[:]", "nil", "0.0", #"Date("2001-01-01T00:00:00Z")"#,
    ]
    let value = examples.first { (try? read($0[...], syntax)) != nil }
    return value ?? "<\(typeName(valueType))>"
  }

  /// A response to stub as one would type it.
  var exampleResponse: String {
    if seeded != nil { return "seed 1" }
    return generators.keys.min() ?? (isStream ? "stream " : "") + exampleReturnValue
  }

  /// The endpoint with its types: `numberFact.fetch(Int) -> String`.
  public var signature: String {
    let arguments = argumentTypes.map(typeName).joined(separator: ", ")
    return name + (argumentTypes.isEmpty ? "" : "(\(arguments))") + " -> " + result
  }

  /// What it returns, for people.
  var result: String { (isStream ? "stream of " : "") + typeName(valueType) }
}
