#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Uniform names for the fields of the C structure, a union whose members have different names on
// each system.
extension sigaction {
  /// A handler that takes the signal only.
  package typealias Handler = @convention(c) (Int32) -> Void
  /// A handler that also takes information on the signal's origin.
  package typealias InfoHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// Creates an action that calls a handler.
  package init(_ handler: Handler?, flags: Int32 = 0) {
    self.init()
    #if canImport(Darwin)
      __sigaction_u.__sa_handler = handler
    #else
      __sigaction_handler.sa_handler = handler
    #endif
    sa_flags = flags
  }

  /// Creates an action that calls a handler with information on the signal's origin.
  package init(informing handler: InfoHandler?, flags: Int32 = 0) {
    self.init()
    #if canImport(Darwin)
      __sigaction_u.__sa_sigaction = handler
    #else
      __sigaction_handler.sa_sigaction = handler
    #endif
    sa_flags = flags | SA_SIGINFO
  }

  /// Whether the signal is ignored.
  package var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    // SIG_IGN is 1 on every supported system.
    return unsafeBitCast(handler, to: Int.self) == 1
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
