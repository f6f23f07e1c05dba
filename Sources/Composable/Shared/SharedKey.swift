/// A way to load a shared value and to observe changes that others make.
///
/// ```swift
/// struct RemoteConfigKey: SharedReaderKey {
///   let name: String
///   var id: String { name }
///   func load(context: LoadContext<Bool>, continuation: LoadContinuation<Bool>) {
///     continuation.resume(returning: RemoteConfig.flags[name] ?? false)
///   }
///   func subscribe(
///     context: LoadContext<Bool>, subscriber: SharedSubscriber<Bool>
///   ) -> SharedSubscription {
///     SharedSubscription {}
///   }
/// }
/// ```
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The type of the identity.
  associatedtype ID: Hashable = Self

  /// The identity of the value. All keys with this identity share one value.
  var id: ID { get }

  /// Loads the value and resumes the continuation, at once or later.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Observes changes of the value that others make, until the subscription is cancelled.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

extension SharedReaderKey where ID == Self {
  public var id: ID { self }
}

/// A way to load and save a shared value.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Saves the value and resumes the continuation, at once or later.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// Why a value is loaded.
public enum LoadContext<Value> {
  /// A property was declared with this default value.
  case initialValue(Value)
  /// `load()` was called.
  case userInitiated

  /// The default value of the property, unless `load()` was called.
  public var initialValue: Value? {
    guard case .initialValue(let value) = self else { return nil }
    return value
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// Why a value is saved.
public enum SaveContext: Hashable, Sendable {
  /// The value changed.
  case didSet
  /// `save()` was called.
  case userInitiated
}
