public import Foundation
import MachoLocks

extension UserDefaults {
  /// New defaults in memory, without a file.
  public static var inMemory: UserDefaults {
    guard let defaults = InMemoryUserDefaults(suiteName: "composable.in-memory") else {
      preconditionFailure("The name is not one of the names that UserDefaults refuses.")
    }
    return defaults
  }
}

/// Defaults in memory.
///
/// SAFETY: like all defaults, they are thread-safe: the objects are in a lock, and they are property
/// lists, which nothing modifies.
private final class InMemoryUserDefaults: UserDefaults {
  private let objects = Lock<[String: UnsafeTransfer<Any>]>([:])

  override func object(forKey defaultName: String) -> Any? {
    objects.withLock { $0[defaultName] }?.value
  }

  override func set(_ value: Any?, forKey defaultName: String) {
    let object = value.map { UnsafeTransfer($0) }
    objects.withLock { $0[defaultName] = object }
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
  }

  override func removeObject(forKey defaultName: String) { set(nil as Any?, forKey: defaultName) }

  override func set(_ value: Int, forKey defaultName: String) {
    set(value as Any?, forKey: defaultName)
  }

  override func set(_ value: Float, forKey defaultName: String) {
    set(value as Any?, forKey: defaultName)
  }

  override func set(_ value: Double, forKey defaultName: String) {
    set(value as Any?, forKey: defaultName)
  }

  override func set(_ value: Bool, forKey defaultName: String) {
    set(value as Any?, forKey: defaultName)
  }

  override func set(_ url: URL?, forKey defaultName: String) {
    set(url?.absoluteString as Any?, forKey: defaultName)
  }

  override func string(forKey defaultName: String) -> String? {
    object(forKey: defaultName).map { $0 as? String ?? "\($0)" }
  }

  override func array(forKey defaultName: String) -> [Any]? {
    object(forKey: defaultName) as? [Any]
  }

  override func dictionary(forKey defaultName: String) -> [String: Any]? {
    object(forKey: defaultName) as? [String: Any]
  }

  override func data(forKey defaultName: String) -> Data? { object(forKey: defaultName) as? Data }

  override func stringArray(forKey defaultName: String) -> [String]? {
    object(forKey: defaultName) as? [String]
  }

  override func integer(forKey defaultName: String) -> Int {
    number(forKey: defaultName)?.intValue ?? 0
  }

  override func float(forKey defaultName: String) -> Float {
    number(forKey: defaultName)?.floatValue ?? 0
  }

  override func double(forKey defaultName: String) -> Double {
    number(forKey: defaultName)?.doubleValue ?? 0
  }

  override func bool(forKey defaultName: String) -> Bool {
    number(forKey: defaultName)?.boolValue ?? false
  }

  override func url(forKey defaultName: String) -> URL? {
    (object(forKey: defaultName) as? String).flatMap(URL.init(string:))
  }

  override func dictionaryRepresentation() -> [String: Any] {
    objects.withLock { $0 }.mapValues(\.value)
  }

  private func number(forKey name: String) -> NSNumber? {
    switch object(forKey: name) {
    case let number as NSNumber: number
    case let number as Int: NSNumber(value: number)
    case let number as Double: NSNumber(value: number)
    case let number as Float: NSNumber(value: number)
    case let flag as Bool: NSNumber(value: flag)
    case let text as String: Double(text).map { NSNumber(value: $0) }
    default: nil
    }
  }
}
