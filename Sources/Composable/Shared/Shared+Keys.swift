extension Shared {
  /// Shares the value of a key. The default is the value until another one is saved.
  public init<Key: SharedKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: Key) {
    self.init(source(of: key, wrappedValue))
  }

  /// Shares the optional value of a key. The default is `nil`.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(source(of: key) { nil })
  }

  /// Shares the value of a key with a default value.
  public init<Key: SharedKey<Value>>(_ key: Key.Default) {
    self.init(source(of: key.base, key.defaultValue))
  }

  /// Shares the value of a key, and replaces the key's default value.
  public init<Key: SharedKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: Key.Default) {
    self.init(source(of: key.base, wrappedValue))
  }

  /// Shares the value of a key after it was loaded. Throws the key's error, or an error if the key
  /// has no value.
  public init(require key: some SharedKey<Value>) async throws {
    self.init(try await loadedSource(of: key))
  }

  /// Refers to the value of another key, and loads it. Copies of this property follow.
  public func load(_ key: some SharedKey<Value>) async throws {
    projectedValue = Shared(source(of: key, { read }))
    try await load()
  }

  /// Refers to the value of another key with a default value, and loads it. Copies of this property
  /// follow.
  public func load<Key: SharedKey<Value>>(_ key: Key.Default) async throws {
    projectedValue = Shared(key)
    try await load()
  }

  private var read: Value { reference.read(.current) }

  private init(_ source: SharedSource<Value>) {
    self.init(SharedSourceReference(source))
  }
}

extension SharedReader {
  /// Shares the value of a key. The default is the value until another one is loaded.
  public init<Key: SharedReaderKey<Value>>(wrappedValue: @autoclosure () -> Value, _ key: Key) {
    self.init(source(of: key, wrappedValue))
  }

  /// Shares the optional value of a key. The default is `nil`.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(source(of: key) { nil })
  }

  /// Shares the value of a key with a default value.
  public init<Key: SharedReaderKey<Value>>(_ key: Key.Default) {
    self.init(source(of: key.base, key.defaultValue))
  }

  /// Shares the value of a key, and replaces the key's default value.
  public init<Key: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Key.Default
  ) {
    self.init(source(of: key.base, wrappedValue))
  }

  /// Shares the value of a key after it was loaded. Throws the key's error, or an error if the key
  /// has no value.
  public init(require key: some SharedReaderKey<Value>) async throws {
    self.init(try await loadedSource(of: key))
  }

  /// Refers to the value of another key, and loads it. Copies of this property follow.
  public func load(_ key: some SharedReaderKey<Value>) async throws {
    projectedValue = SharedReader(source(of: key, { reference.read(.current) }))
    try await load()
  }

  /// Refers to the value of another key with a default value, and loads it. Copies of this property
  /// follow.
  public func load<Key: SharedReaderKey<Value>>(_ key: Key.Default) async throws {
    projectedValue = SharedReader(key)
    try await load()
  }

  private init(_ source: SharedSource<Value>) {
    self.init(SharedSourceReference(source))
  }
}

private func source<Key: SharedReaderKey>(
  of key: Key, _ initialValue: () -> Key.Value
) -> SharedSource<Key.Value> {
  SharedSources.current.source(of: key, initialValue: initialValue)
}

/// Loads the value of a key before its source exists, because the caller has no default value.
private func loadedSource<Key: SharedReaderKey>(
  of key: Key
) async throws -> SharedSource<Key.Value> {
  let value: Key.Value? = try await withCheckedThrowingContinuation { continuation in
    key.load(
      context: .userInitiated, continuation: LoadContinuation { continuation.resume(with: $0) })
  }
  guard let value else { throw NoSharedValue(key: "\(key)") }
  return SharedSources.current.source(of: key, initialValue: { value }, loads: false)
}

/// The error of a required key without a value.
private struct NoSharedValue: Error, CustomStringConvertible {
  let key: String

  var description: String { "The key has no value: \(key)" }
}
