/// A property wrapper that reads a dependency.
///
/// ```swift
/// struct Counter: Reducer {
///   @Dependency(\.continuousClock) var clock
/// }
/// ```
///
/// The dependencies in effect at the read override those in effect when the property was created.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable
  let initialValues: DependencyValues

  /// Reads the property of `DependencyValues` at `keyPath`.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.keyPath = keyPath
    initialValues = .current
  }

  /// Reads the value of a key.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      \DependencyValues.[
        key: HashableType<Key>(
          CallSite(fileID: fileID, filePath: filePath, line: line, column: column))])
  }

  /// The dependency's value.
  public var wrappedValue: Value {
    initialValues.merging(.current)[keyPath: keyPath]
  }
}

/// A key's type as a hashable value for key paths, and the call site that used it.
struct HashableType<Key: TestDependencyKey>: Hashable, Sendable {
  let callSite: CallSite

  init(_ callSite: CallSite) {
    self.callSite = callSite
  }

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(Key.self))
  }
}

extension DependencyValues {
  subscript<Key: TestDependencyKey>(key type: HashableType<Key>) -> Key.Value {
    value(of: Key.self, name: "\(Key.self)", callSite: type.callSite)
  }
}

/// A property that reads a dependency.
private protocol DependencyProperty {
  func read()
}

extension Dependency: DependencyProperty {
  fileprivate func read() { _ = wrappedValue }
}

/// Reads the dependencies that a reducer and its child reducers declare as properties.
package func readDependencies(of reducer: some Reducer) {
  var reader = DependencyReader()
  reader.read(reducer, depth: 0)
}

private struct DependencyReader {
  /// The reducers whose bodies were read. A feature may contain itself.
  private var types: Set<ObjectIdentifier> = []

  mutating func read(_ value: Any, depth: Int) {
    if let property = value as? any DependencyProperty { return property.read() }
    let mirror = Mirror(reflecting: value)
    guard depth < 32, mirror.displayStyle != .class else { return }
    for child in mirror.children { read(child.value, depth: depth + 1) }
    if let reducer = value as? any Reducer { readBody(of: reducer, depth: depth) }
  }

  private mutating func readBody<R: Reducer>(of reducer: R, depth: Int) {
    guard R.Body.self != Never.self, types.insert(ObjectIdentifier(R.self)).inserted else { return }
    read(reducer.body, depth: depth + 1)
  }
}
