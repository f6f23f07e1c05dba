import MachoMetadata

/// A type that brings its own text: how it is read and how it is printed.
///
/// Conform a type whose stored properties are not what a person would type.
///
/// ```swift
/// extension Celsius: TextValue {
///   static func read(_ literal: Literal) throws(ValueError) -> Celsius {
///     Celsius(degrees: try literal.value(as: Double.self))
///   }
///   func write(to printer: inout ValuePrinter) {
///     printer.write(degrees)
///   }
/// }
/// ```
///
/// What `write` prints, `read` must read back as an equal value.
public protocol TextConvertible: SendableMetatype {
  /// Reads a value from its text, or throws what is wrong with the text.
  static func read(_ literal: Literal) throws(ValueError) -> Self
  /// Writes the text that `read` reads back.
  func write(to printer: inout ValuePrinter)
}

/// A type whose text is that of another value, as a set of rows is that of their array.
///
/// ```swift
/// extension Rows: TextProxied {
///   init(textProxy: [Row]) { self.init(textProxy) }
///   var textProxy: [Row] { Array(self) }
/// }
/// ```
public protocol TextProxied: TextConvertible, PathTransparent {
  associatedtype TextProxy
  /// The value that the proxy stands for; nil where no value answers to it.
  init?(textProxy: TextProxy)
  /// The value that is printed and read in this one's place.
  var textProxy: TextProxy { get }
}

extension TextProxied {
  /// Reads the proxy, and makes of it the value that it stands for.
  public static func read(_ literal: Literal) throws(ValueError) -> Self {
    let proxy = try literal.value(as: TextProxy.self)
    guard let value = Self(textProxy: proxy) else { throw literal.wrongType(Self.self) }
    return value
  }

  /// Writes the proxy.
  public func write(to printer: inout ValuePrinter) {
    printer.write(textProxy, as: TextProxy.self)
  }

  /// What stands for nil, if the proxy is an Optional.
  static var valueForNil: Self? {
    guard let optional = TextProxy.self as? any OptionalValue.Type else { return nil }
    return unbox(optional.nilValue, as: TextProxy.self).flatMap(Self.init)
  }

  /// The proxy, as which a path goes on.
  public var pathContent: TypedValue { TypedValue(textProxy, as: TextProxy.self) }
}

/// A struct whose text may leave out some properties, as a call of its initializer may.
///
/// ```swift
/// extension Dialog: TextDefaulted {
///   static var textDefaults: [String: Any] { ["buttons": [Button]()] }
/// }
/// ```
public protocol TextDefaulted {
  /// The values of properties that the text does not name, by the properties' names; each is
  /// exactly of its property's type.
  static var textDefaults: [String: Any] { get }
}

/// A value that a path looks through, as it does through an Optional.
public protocol PathTransparent {
  /// What the path goes on with.
  var pathContent: TypedValue { get }
}

/// A value with the type that its place in the source declares.
public struct TypedValue {
  /// The value, never an existential in another.
  public var value: Any
  /// The declared type: `Int?` also where the value is 3.
  public var type: Any.Type

  /// A value at a place that declares `type`.
  public init(_ value: Any, as type: Any.Type) {
    self.value = unnested(value)
    self.type = type
  }

  /// A value whose declared type is its own.
  public init(_ value: Any) {
    self.init(value, as: Swift.type(of: value))
  }
}
