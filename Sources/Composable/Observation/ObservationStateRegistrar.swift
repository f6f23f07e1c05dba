import Observation

/// Who observes the properties of a state, and the state's identity.
///
/// It is no part of what the state says: any two are equal, and nothing of it is encoded. Copies
/// of a state share their observers.
public struct ObservationStateRegistrar: Sendable {
  /// The state's identity.
  public private(set) var id = ObservableStateID()
  private let registrar = ObservationRegistrar()

  /// Makes a registrar that nobody observes.
  public init() {}

  /// Gives the state a new identity, unless it has no copy.
  public mutating func _$willModify() { id._$willModify() }
}

extension ObservationStateRegistrar {
  /// Notes that a property is read.
  public func access<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    registrar.access(subject, keyPath: keyPath)
  }

  /// Tells the observers of a property that another value is in its place, if one is.
  ///
  /// They are told afterwards, as only then is it known; whoever observes a store reads the store,
  /// and a store's state changes when the reducer returns.
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
