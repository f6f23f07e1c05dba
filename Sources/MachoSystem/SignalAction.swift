import CMachoSystem
import MachoLocks

// SAFETY: the C functions are given a copy of the structure for the call only. Handlers are functions
// without a context, so nothing is freed.
// The handlers of the C structure are a union whose members have different names on each system.
extension sigaction {
  /// A handler that takes the signal only.
  package typealias Handler = @convention(c) (Int32) -> Void
  /// A handler that also takes information on the signal's origin.
  package typealias InfoHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// Creates an action that calls a handler.
  package init(_ handler: Handler?, flags: Int32 = 0) {
    self.init()
    cmachosystem_set_handler(&self, handler)
    sa_flags = flags
  }

  /// Creates an action that calls a handler with information on the signal's origin.
  package init(informing handler: InfoHandler?, flags: Int32 = 0) {
    self.init()
    // SAFETY: a pointer to `siginfo_t` is passed as a raw one.
    let raw = unsafeBitCast(
      handler,
      to: (@convention(c) (Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void)?.self
    )
    cmachosystem_set_informed_handler(&self, raw)
    sa_flags = flags | SA_SIGINFO
  }

  /// Whether the signal is ignored.
  package var isIgnored: Bool {
    var action = self
    return cmachosystem_is_ignored(&action)
  }

  /// Installs this action for a signal and returns the previous one.
  @discardableResult
  package func install(at signal: Int32) -> sigaction {
    var action = self
    var previous = sigaction()
    sigaction(signal, &action, &previous)
    return previous
  }
}
