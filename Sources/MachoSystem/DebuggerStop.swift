import CMachoSystem

/// The function at which a debugger stops before a line of a script runs.
package enum DebuggerStop {
  /// The name of the function in the symbol table.
  package static let functionName = "cmachosystem_debugger_stop"

  /// Calls the function, which does nothing.
  package static func reach() { cmachosystem_debugger_stop() }
}
