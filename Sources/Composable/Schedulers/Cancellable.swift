#if !canImport(Combine)
  import MachoLocks

  /// Something that goes on until it is cancelled.
  public protocol Cancellable {
    /// Ends it.
    func cancel()
  }

  /// Something that goes on until it is cancelled or nobody holds this any more.
  public final class AnyCancellable: Cancellable, Hashable, Sendable {
    private let cancelHandler: Lock<UnsafeTransfer<() -> Void>?>

    /// Makes a token of what cancelling does. It is done once.
    public init(_ cancel: @escaping () -> Void) {
      cancelHandler = Lock(UnsafeTransfer(cancel))
    }

    /// Hides the type of a token.
    public convenience init(_ canceller: some Cancellable) {
      self.init { canceller.cancel() }
    }

    deinit { cancel() }

    public func cancel() {
      let end = cancelHandler.withLock { end in
        defer { end = nil }
        return end
      }
      end?.value()
    }

    /// Keeps the token in a collection.
    public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
      collection.append(self)
    }

    /// Keeps the token in a set.
    public func store(in set: inout Set<AnyCancellable>) {
      set.insert(self)
    }

    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }

  extension Cancellable {
    /// Keeps the token in a collection.
    public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
      collection.append(AnyCancellable(self))
    }

    /// Keeps the token in a set.
    public func store(in set: inout Set<AnyCancellable>) {
      set.insert(AnyCancellable(self))
    }
  }
#endif
