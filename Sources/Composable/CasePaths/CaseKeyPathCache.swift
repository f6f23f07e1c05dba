import MachoLocks

extension AnyCasePath {
  /// Creates a case path from a key path expression in a feature's `body`.
  ///
  /// PERFORMANCE: a body is rebuilt for each action, and Swift creates a case key path at each
  /// evaluation of its expression. That costs more than the rest of a small reducer. Operators
  /// therefore take the key path as an autoclosure. The result of an autoclosure without captures
  /// never changes, so it is cached. An autoclosure with captures is evaluated each time.
  @inlinable
  init(inBody keyPath: @escaping () -> CaseKeyPath<Root, Value>) {
    // SAFETY: in a struct of its own type a closure is stored as two words: its code and its
    // captures. The captures are null if there are none.
    let closure = unsafeBitCast(
      KeyPathClosure(makeKeyPath: keyPath), to: (code: UInt, captures: UInt).self)
    guard closure.captures == 0 else {
      self.init(keyPath())
      return
    }
    if let cached = cachedCasePath(closureCode: closure.code),
      type(of: cached) == TypedCasePathStorage<Root, Value>.self
    {
      self = unsafeDowncast(cached, to: TypedCasePathStorage<Root, Value>.self).path
      return
    }
    self.init(keyPath())
    cacheCasePath(TypedCasePathStorage(self), closureCode: closure.code)
  }
}

/// A closure with the representation of its concrete type, not that of a generic parameter.
@usableFromInline
struct KeyPathClosure<Root, Value> {
  let makeKeyPath: () -> CaseKeyPath<Root, Value>

  @usableFromInline
  init(makeKeyPath: @escaping () -> CaseKeyPath<Root, Value>) {
    self.makeKeyPath = makeKeyPath
  }
}

@usableFromInline
func cachedCasePath(closureCode code: UInt) -> (any AnyObject & Sendable)? {
  casePathCache.withLock { $0[code] }
}

@usableFromInline
func cacheCasePath(_ casePath: any AnyObject & Sendable, closureCode code: UInt) {
  casePathCache.withLock { $0[code] = casePath }
}

/// Keyed by the autoclosure's code. Bounded by the number of such expressions in the program.
private let casePathCache = Lock<[UInt: any AnyObject & Sendable]>([:])
