#if !canImport(Combine)
  import MachoLocks

  /// An activity that continues until it is cancelled.
  public protocol Cancellable {
    /// Cancels the activity.
    func cancel()
  }

  /// A token of an activity, which continues until the token is cancelled or deallocated.
  public final class AnyCancellable: Cancellable, Hashable, Sendable {
    private let cancelHandler: Lock<UnsafeTransfer<() -> Void>?>

    /// Creates a token from a closure, which is called once at most.
    public init(_ cancel: @escaping () -> Void) {
      cancelHandler = Lock(UnsafeTransfer(cancel))
    }

    /// Erases the type of a token.
    public convenience init(_ canceller: some Cancellable) {
      self.init { canceller.cancel() }
    }

    deinit { cancel() }

    public func cancel() {
      let cancel = cancelHandler.withLock { handler in
        defer { handler = nil }
        return handler
      }
      cancel?.value()
    }

    /// Stores the token in a collection.
    public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
      collection.append(self)
    }

    /// Stores the token in a set.
    public func store(in set: inout Set<AnyCancellable>) {
      set.insert(self)
    }

    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }

  extension Cancellable {
    /// Stores the token in a collection.
    public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
      collection.append(AnyCancellable(self))
    }

    /// Stores the token in a set.
    public func store(in set: inout Set<AnyCancellable>) {
      set.insert(AnyCancellable(self))
    }
  }
#endif
