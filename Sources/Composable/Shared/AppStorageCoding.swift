public import Foundation

/// Converts a value to an object that `UserDefaults` can store, and back.
struct AppStorageCoding<Value>: Sendable {
  let encode: @Sendable (Value) throws -> Any?
  let decode: @Sendable (Any) -> Value?

  /// Stores the value itself.
  static var property: Self { Self(encode: { $0 }, decode: { $0 as? Value }) }

  /// Stores the value of an optional, or removes the object.
  func optional() -> AppStorageCoding<Value?> {
    AppStorageCoding<Value?>(
      encode: { [encode] in try $0.flatMap { try encode($0) } }, decode: { [decode] in decode($0) })
  }

  /// Stores another value instead.
  func map<NewValue>(
    _ toNew: @escaping @Sendable (Value) -> NewValue?,
    from fromNew: @escaping @Sendable (NewValue) -> Value
  ) -> AppStorageCoding<NewValue> {
    AppStorageCoding<NewValue>(
      encode: { [encode] in try encode(fromNew($0)) },
      decode: { [decode] in decode($0).flatMap(toNew) })
  }
}

extension AppStorageCoding where Value == Bool {
  static var bool: Self { Self(encode: { $0 }, decode: { $0 as? Bool ?? number($0)?.boolValue }) }
}

extension AppStorageCoding where Value == Int {
  static var int: Self { Self(encode: { $0 }, decode: { $0 as? Int ?? number($0)?.intValue }) }
}

extension AppStorageCoding where Value == Double {
  static var double: Self {
    Self(encode: { $0 }, decode: { $0 as? Double ?? number($0)?.doubleValue })
  }
}

extension AppStorageCoding where Value == URL {
  /// Stores the URL's text, because a URL is not a property list.
  static var url: Self {
    Self(encode: { $0.absoluteString }, decode: { ($0 as? String).flatMap(URL.init(string:)) })
  }
}

extension AppStorageCoding where Value: Codable & Sendable {
  /// Stores the value as JSON data.
  static var json: Self {
    Self(
      encode: { try JSONEncoder().encode($0) },
      decode: { ($0 as? Data).flatMap { try? JSONDecoder().decode(Value.self, from: $0) } })
  }
}

private func number(_ object: Any) -> NSNumber? { object as? NSNumber }

// MARK: The keys of all types that can be stored

extension SharedReaderKey {
  /// Shares a Boolean in `UserDefaults`. Default store: `\.defaultAppStorage`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Bool> { AppStorageKey(key, store, .bool) }

  /// Shares an integer in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Int> { AppStorageKey(key, store, .int) }

  /// Shares a number in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Double> { AppStorageKey(key, store, .double) }

  /// Shares a string in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<String> { AppStorageKey(key, store, .property) }

  /// Shares an array of strings in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<[String]> { AppStorageKey(key, store, .property) }

  /// Shares a URL in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<URL> { AppStorageKey(key, store, .url) }

  /// Shares data in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Data> { AppStorageKey(key, store, .property) }

  /// Shares a date in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Date> { AppStorageKey(key, store, .property) }

  /// Shares a value with an integer as its raw value in `UserDefaults`.
  public static func appStorage<Value: RawRepresentable<Int>>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, AppStorageCoding.int.map(Value.init(rawValue:), from: \.rawValue))
  }

  /// Shares a value with a string as its raw value in `UserDefaults`.
  public static func appStorage<Value: RawRepresentable<String>>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(
      key, store,
      AppStorageCoding<String>.property.map(Value.init(rawValue:), from: \.rawValue))
  }

  /// Shares a `Codable` value in `UserDefaults`, as JSON data.
  @_disfavoredOverload
  public static func appStorage<Value: Codable>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value> { AppStorageKey(key, store, .json) }
}

extension SharedReaderKey {
  /// Shares an optional Boolean in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Bool?> { AppStorageKey(key, store, AppStorageCoding.bool.optional()) }

  /// Shares an optional integer in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Int?> { AppStorageKey(key, store, AppStorageCoding.int.optional()) }

  /// Shares an optional number in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Double?> {
    AppStorageKey(key, store, AppStorageCoding.double.optional())
  }

  /// Shares an optional string in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<String?> {
    AppStorageKey(key, store, AppStorageCoding<String>.property.optional())
  }

  /// Shares an optional array of strings in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<[String]?> {
    AppStorageKey(key, store, AppStorageCoding<[String]>.property.optional())
  }

  /// Shares an optional URL in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<URL?> { AppStorageKey(key, store, AppStorageCoding.url.optional()) }

  /// Shares optional data in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Data?> {
    AppStorageKey(key, store, AppStorageCoding<Data>.property.optional())
  }

  /// Shares an optional date in `UserDefaults`.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Date?> {
    AppStorageKey(key, store, AppStorageCoding<Date>.property.optional())
  }

  /// Shares an optional value with an integer as its raw value in `UserDefaults`.
  public static func appStorage<Value: RawRepresentable<Int>>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(
      key, store,
      AppStorageCoding.int.map(Value.init(rawValue:), from: \.rawValue).optional())
  }

  /// Shares an optional value with a string as its raw value in `UserDefaults`.
  public static func appStorage<Value: RawRepresentable<String>>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(
      key, store,
      AppStorageCoding<String>.property.map(Value.init(rawValue:), from: \.rawValue).optional())
  }

  /// Shares an optional `Codable` value in `UserDefaults`, as JSON data.
  @_disfavoredOverload
  public static func appStorage<Value: Codable>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, AppStorageCoding<Value>.json.optional())
  }
}
