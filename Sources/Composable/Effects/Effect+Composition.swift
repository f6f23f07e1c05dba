extension Effect {
  /// Returns an effect that runs effects concurrently.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Returns an effect that runs effects concurrently.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    var parts: [Self] = []
    for effect in effects {
      switch effect.operation {
      case .none: continue
      case .merge(let inner): parts += inner
      default: parts.append(effect)
      }
    }
    return parts.count > 1 ? Self(.merge(parts)) : parts.first ?? .none
  }

  /// Returns an effect that runs this effect and another concurrently.
  @inlinable
  public func merge(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return Self.merge([self, other])
  }

  /// Returns an effect that runs effects in sequence. Each starts when the previous one has
  /// finished.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Returns an effect that runs effects in sequence. Each starts when the previous one has
  /// finished.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    var parts: [Self] = []
    for effect in effects {
      switch effect.operation {
      case .none: continue
      case .concatenate(let inner): parts += inner
      default: parts.append(effect)
      }
    }
    return parts.count > 1 ? Self(.concatenate(parts)) : parts.first ?? .none
  }

  /// Returns an effect that runs this effect and then another.
  @inlinable
  public func concatenate(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return Self.concatenate([self, other])
  }

  /// Returns an effect that transforms the actions that this one sends.
  @inlinable
  public func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    isNone ? .none : mapOperation(transform)
  }

  @usableFromInline
  func mapOperation<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    switch operation {
    case .none: .none
    case .send(let action): Effect<T>(.send(transform(action)))
    case .run(let run): Effect<T>(.run(run.map(transform)))
    case .merge(let effects): Effect<T>(.merge(effects.map { $0.mapOperation(transform) }))
    case .concatenate(let effects):
      Effect<T>(.concatenate(effects.map { $0.mapOperation(transform) }))
    case .cancel(let id): Effect<T>(.cancel(id))
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect<T>(
        .cancellable(effect.mapOperation(transform), id: id, cancelInFlight: cancelInFlight))
    case .presented(let effect, let child, let dismissal):
      Effect<T>(
        .presented(effect.mapOperation(transform), by: child, dismissal: dismissal.map(transform)))
    case .element(let effect, let child, let element):
      Effect<T>(.element(effect.mapOperation(transform), by: child, element))
    case .cancelMissing(let group, let present): Effect<T>(.cancelMissing(group, present))
    }
  }
}
