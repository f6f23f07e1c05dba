import MachoLocks

extension AnyCasePath {
  /// Makes a case path of a key path that stands in a feature's `body`.
  ///
  /// A body is built anew for each action, and Swift makes a case key path anew whenever control
  /// passes it, which costs more than all else in a small reducer. So operators take the key path
  /// as an autoclosure, and what an autoclosure without captures gave once is kept: it can only be
  /// the same again. One that captures something is evaluated each time.
  @inlinable
  init(inBody keyPath: @escaping () -> CaseKeyPath<Root, Value>) {
    // The closure stands in a struct of its own type, so it is the two words of a closure: the
    // code, and the captures, which are null where there are none.
    let closure = unsafeBitCast(
      KeyPathClosure(make: keyPath), to: (code: UInt, captures: UInt).self)
    guard closure.captures == 0 else {
      self.init(keyPath())
      return
    }
    if let known = cachedCasePath(madeBy: closure.code),
      type(of: known) == TypedCasePathStorage<Root, Value>.self
    {
      self = unsafeDowncast(known, to: TypedCasePathStorage<Root, Value>.self).path
      return
    }
    self.init(keyPath())
    cacheCasePath(TypedCasePathStorage(self), madeBy: closure.code)
  }
}

/// A closure in memory, represented as its type says and not as a generic parameter.
@usableFromInline
struct KeyPathClosure<Root, Value> {
  let makeKeyPath: () -> CaseKeyPath<Root, Value>

  @usableFromInline
  init(make: @escaping () -> CaseKeyPath<Root, Value>) {
    self.makeKeyPath = make
  }
}

@usableFromInline
func cachedCasePath(madeBy code: UInt) -> (any AnyObject & Sendable)? {
  casePathCache.withLock { $0[code] }
}

@usableFromInline
func cacheCasePath(_ walk: any AnyObject & Sendable, madeBy code: UInt) {
  casePathCache.withLock { $0[code] = walk }
}

/// By the code of the autoclosure: there are as many as there are such expressions in the program.
private let casePathCache = Lock<[UInt: any AnyObject & Sendable]>([:])
