/// What an effect is cancelled by: a value and its type, so that equal values of two types differ.
@usableFromInline
struct CancelID: Hashable, @unchecked Sendable {
  // Sendable: the initialiser takes only a value that is `Hashable & Sendable`, and erasing it
  // neither adds nor shares anything.
  let value: AnyHashable
  let type: ObjectIdentifier

  @usableFromInline
  init(_ id: some Hashable & Sendable) {
    value = AnyHashable(id)
    type = ObjectIdentifier(Swift.type(of: id))
  }

  /// The name to show for it: a case's or a type's, as it stands in the source.
  var label: String { String(describing: value.base) }
}

extension Effect {
  /// Makes the effect one that `cancel(id:)` stops.
  ///
  /// - Parameter cancelInFlight: Whether effects with this identifier that are already in flight
  ///   are cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    // Also `none` must cancel what is in flight.
    Self(.cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects in flight with this identifier.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(CancelID(id)))
  }
}
