import Observation

/// The observers of a state's properties, and the state's identity.
///
/// It does not affect the state's value: any two registrars are equal, and nothing is encoded.
/// Copies of a state share their observers.
public struct ObservationStateRegistrar: Sendable {
  /// The state's identity.
  public private(set) var id = ObservableStateID()
  private let registrar = ObservationRegistrar()

  /// Creates a registrar without observers.
  public init() {}

  /// Assigns a new identity, unless no copy of the state exists.
  public mutating func _$willModify() { id._$willModify() }
}

extension ObservationStateRegistrar {
  /// Registers an access to a property.
  public func access<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    registrar.access(subject, keyPath: keyPath)
  }

  /// Notifies the observers of a property if its value was replaced by another one.
  ///
  /// Observers are notified after the change, because only then is the new identity known. This is
  /// sufficient: observers read the store, and a store's state changes when the reducer returns.
  public func didModify<Subject: Observable, Member, Identity: Equatable>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>, from old: Identity, to new: Identity
  ) {
    guard old != new else { return }
    registrar.withMutation(of: subject, keyPath: keyPath) {}
  }
}

extension ObservationStateRegistrar: Hashable {
  public static func == (_: Self, _: Self) -> Bool { true }

  public func hash(into _: inout Hasher) {}
}

extension ObservationStateRegistrar: Codable {
  public init(from _: any Decoder) { self.init() }

  public func encode(to _: any Encoder) {}
}

extension ObservationStateRegistrar: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
