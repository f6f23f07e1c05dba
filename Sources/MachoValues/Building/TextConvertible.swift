import MachoMetadata

/// A type that defines its own text: how it is read and how it is printed.
///
/// Conform a type whose stored properties are not what a user would type.
///
/// ```swift
/// extension Celsius: TextConvertible {
///   static func read(_ literal: Literal) throws(ValueError) -> Celsius {
///     Celsius(degrees: try literal.value(as: Double.self))
///   }
///   func write(to printer: inout ValuePrinter) {
///     printer.write(degrees)
///   }
/// }
/// ```
///
/// `read` must return an equal value for everything that `write` prints.
public protocol TextConvertible: SendableMetatype {
  /// Reads a value from a literal. Throws a `ValueError` that describes an invalid literal.
  static func read(_ literal: Literal) throws(ValueError) -> Self
  /// Writes the text that `read` accepts.
  func write(to printer: inout ValuePrinter)
}

/// A type that is written as another value, such as a set of rows as an array.
///
/// ```swift
/// extension Rows: TextProxied {
///   init(textProxy: [Row]) { self.init(textProxy) }
///   var textProxy: [Row] { Array(self) }
/// }
/// ```
public protocol TextProxied: TextConvertible, PathTransparent {
  associatedtype TextProxy
  /// Creates the value that a proxy represents. Returns `nil` if no value corresponds to it.
  init?(textProxy: TextProxy)
  /// The value that is printed and read in place of this one.
  var textProxy: TextProxy { get }
}

extension TextProxied {
  /// Reads the proxy and converts it to a value of this type.
  public static func read(_ literal: Literal) throws(ValueError) -> Self {
    let proxy = try literal.value(as: TextProxy.self)
    guard let value = Self(textProxy: proxy) else { throw literal.wrongType(Self.self) }
    return value
  }

  /// Writes the proxy.
  public func write(to printer: inout ValuePrinter) {
    printer.write(textProxy, as: TextProxy.self)
  }

  /// The type of the proxy.
  static var proxyType: Any.Type { TextProxy.self }

  /// The value for `nil`. `nil` if the proxy type is not an Optional.
  static var valueForNil: Self? {
    guard let optional = TextProxy.self as? any OptionalValue.Type else { return nil }
    return unbox(optional.nilValue, as: TextProxy.self).flatMap(Self.init)
  }

  /// The proxy, which path components after this value refer to.
  public var pathContent: TypedValue { TypedValue(textProxy, as: TextProxy.self) }
}

/// A proxied value that refers to something that its proxy does not contain.
package protocol TextOverlaying: TextProxied {
  /// Returns this value with the content of a proxy.
  func overlaid(by proxy: TextProxy) -> Self
}

extension TextOverlaying {
  /// Reads the proxy over that of `base`.
  static func read(_ literal: Literal, over base: Any) throws(ValueError) -> Self {
    guard let base = unbox(base, as: Self.self) else { return try read(literal) }
    let proxy = try literal.value(as: TextProxy.self, over: base.textProxy)
    return base.overlaid(by: proxy)
  }
}

/// A struct whose text may omit some properties, as a call to its initializer may.
///
/// ```swift
/// extension Dialog: TextDefaulted {
///   static var textDefaults: [String: Any] { ["buttons": [Button]()] }
/// }
/// ```
public protocol TextDefaulted {
  /// The default values of properties that the text may omit, keyed by property name. Each value
  /// must have exactly its property's type.
  static var textDefaults: [String: Any] { get }
}

/// A value that paths see through, as they see through an Optional.
public protocol PathTransparent {
  /// The value that the next path component applies to.
  var pathContent: TypedValue { get }
}

/// A value and its declared type.
public struct TypedValue {
  /// The value, never an existential nested in `Any`.
  public var value: Any
  /// The declared type. `Int?` even if the value is 3.
  public var type: Any.Type

  /// Creates a value with the declared type `type`.
  public init(_ value: Any, as type: Any.Type) {
    self.value = unnested(value)
    self.type = type
  }

  /// Creates a value whose declared type is its dynamic type.
  public init(_ value: Any) {
    self.init(value, as: Swift.type(of: value))
  }
}

/// A type of properties that a macro adds and that text never mentions, such as a registrar of
/// observers. A struct that text builds gets a new value.
package protocol HiddenStorage {
  init()
}
