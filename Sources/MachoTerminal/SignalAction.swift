#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// What is done at a signal, with the names that its parts have everywhere: the C structure is a
// union whose members are called otherwise on each system.
extension sigaction {
  /// What a handler is that is told of the signal alone.
  package typealias Handler = @convention(c) (Int32) -> Void
  /// What a handler is that is told where the signal comes from as well.
  package typealias InfoHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// Runs a handler at a signal.
  package init(_ handler: Handler?, flags: Int32 = 0) {
    self.init()
    #if canImport(Darwin)
      __sigaction_u.__sa_handler = handler
    #else
      __sigaction_handler.sa_handler = handler
    #endif
    sa_flags = flags
  }

  /// Runs a handler that is told where a signal comes from.
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
    // SIG_IGN is 1 on every system there is.
    return unsafeBitCast(handler, to: Int.self) == 1
  }

  /// Makes this what is done at a signal, and returns what was done before.
  @discardableResult
  package func install(at signal: Int32) -> sigaction {
    var action = self
    var previous = sigaction()
    sigaction(signal, &action, &previous)
    return previous
  }
}
