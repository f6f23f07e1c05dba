import CComposable
import MachoMetadata

/// A dependency whose value in tests is the live one.
struct LiveTestValue: Sendable {
  /// The path below `DependencyValues` or the key's type: `git`.
  let name: String
  let value: any Sendable
}

extension DependencyValues {
  /// The dependencies that were read, or changed by an override, although their value in tests is the
  /// live one: `git` if no override replaces it, and `git.run` for an endpoint that the override keeps.
  package var liveTestDependencies: [String] {
    defaults.liveTestValues.flatMap { key, live -> [String] in
      guard let override = overriddenValues[key] else { return [live.name] }
      return ValueComparison.sameFunctions(override, live.value).map {
        $0.isEmpty ? live.name : "\(live.name).\($0)"
      }
    }.sorted()
  }
}

extension TestDependencyKey {
  /// Whether a value of the key in tests is the live one.
  ///
  /// The live value may do something when it is created, or trap. So a copy of the process creates and
  /// compares it. Returns `false` where a process cannot be copied, and for values that are data: those
  /// that are `Equatable`.
  static func isLiveTestValue(_ value: Value) -> Bool {
    guard !(value is any Equatable), let live = self as? any DependencyKey.Type,
      // The runtime's own dependencies do nothing by themselves.
      !_typeName(Self.self, qualified: true).contains("Composable.")
    else { return false }
    func isLive<Live: DependencyKey>(_ live: Live.Type) -> Bool {
      var compare = { ValueComparison.areSame(value, live.liveValue, live.liveValue) }
      return withUnsafeMutablePointer(to: &compare) {
        ccomposable_ask_copy(
          { $0.assumingMemoryBound(to: (() -> Bool).self).pointee() }, $0)
      }
    }
    return isLive(live)
  }
}

/// Compares values that need not be `Equatable`, including their functions.
private enum ValueComparison {
  /// Whether a value is the same as another, which was created twice.
  static func areSame(_ value: Any, _ first: Any, _ second: Any, depth: Int = 0) -> Bool {
    guard type(of: value) == type(of: first) else { return false }
    if type(of: value) is AnyClass, value as AnyObject === first as AnyObject { return true }
    if let function = Function(value), let first = Function(first), let second = Function(second) {
      return function.isSame(as: first, second)
    }
    if let value = value as? any Equatable { return areEqual(value, first) }
    let children = [value, first, second].map { Array(Mirror(reflecting: $0).children) }
    guard children.allSatisfy({ $0.count == children[0].count }) else { return false }
    // Two objects without properties, or values without any, differ by their type only.
    return depth > 8
      || children[0].indices.allSatisfy {
        children[0][$0].label == children[1][$0].label
          && areSame(
            children[0][$0].value, children[1][$0].value, children[2][$0].value, depth: depth + 1)
      }
  }

  /// Returns the properties of a value that are the same functions as in another. An empty name: the
  /// values are the same and no functions.
  static func sameFunctions(_ value: Any, _ other: Any) -> [String] {
    guard type(of: value) == type(of: other) else { return [] }
    let pairs = zip(Mirror(reflecting: value).children, Mirror(reflecting: other).children)
    var hasFunctions = false
    var names: [String] = []
    for (own, other) in pairs {
      guard let function = Function(own.value), let other = Function(other.value) else { continue }
      hasFunctions = true
      if function.isSame(as: other, other), let name = own.label { names.append(name) }
    }
    return hasFunctions ? names : areSame(value, other, other) ? [""] : []
  }

  private static func areEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    value == other as? Value
  }
}

/// The two words of a function's value.
///
/// SAFETY: the metadata says that the value is a function, and its size that it is code with a context.
private struct Function {
  let code: UInt
  let context: UnsafeRawPointer?

  init?(_ value: Any) {
    func words<Value>(_ value: Value) -> (UInt, UnsafeRawPointer?)? {
      guard TypeKind(of: Value.self) == .function,
        MemoryLayout<Value>.size == 2 * MemoryLayout<UInt>.size
      else { return nil }
      return withUnsafeBytes(of: value) { bytes in
        (
          bytes.load(as: UInt.self),
          bytes.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self)
        )
      }
    }
    guard let words = _openExistential(value, do: words) else { return nil }
    (code, context) = words
  }

  /// Whether it is the same function as one that was created twice.
  ///
  /// If the captured values differ even between those two, only the code is compared.
  func isSame(as first: Function, _ second: Function) -> Bool {
    code == first.code && (context == first.context || first.context != second.context)
  }
}
