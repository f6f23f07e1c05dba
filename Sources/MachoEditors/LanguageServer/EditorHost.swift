/// What the editors' servers need from the driver: its child processes and its executable.
package struct EditorHost: Sendable {
  /// Starts this driver again, with a hidden subcommand. Its standard input and output are a
  /// connection.
  package var launch: @Sendable (_ role: ChildRole) throws -> ChildConnection
  /// A value that changes when the driver's executable is replaced. `nil` while there is none.
  package var executableStamp: @Sendable () -> Int?
  /// The path of the executable.
  package var executable: String
  /// Returns the reason of a process's end from its status and its standard error.
  package var describeExit: @Sendable (_ status: Int32, _ errors: String) -> ProcessEnd

  /// Writes a message for the user to standard error.
  package var report: @Sendable (String) -> Void

  package init(
    executable: String, executableStamp: @escaping @Sendable () -> Int?,
    launch: @escaping @Sendable (ChildRole) throws -> ChildConnection,
    describeExit: @escaping @Sendable (Int32, String) -> ProcessEnd,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.executable = executable
    self.executableStamp = executableStamp
    self.launch = launch
    self.describeExit = describeExit
    self.report = report
  }
}

/// What a child process of an editor's server does.
package enum ChildRole: String, CaseIterable, Sendable {
  /// Runs the script of a document for the language server.
  case evaluator
  /// Runs a script for the debug adapter.
  case debuggee
}

/// A running child process.
package struct ChildConnection: Sendable {
  /// The connection to its standard input and output.
  package var socket: Int32
  /// The read end of its standard error.
  package var errors: Int32
  /// Kills it and returns its status.
  package var terminate: @Sendable () -> Int32

  package init(socket: Int32, errors: Int32, terminate: @escaping @Sendable () -> Int32) {
    self.socket = socket
    self.errors = errors
    self.terminate = terminate
  }
}

/// Why a process ended.
package struct ProcessEnd: Sendable {
  /// One clause: `crashed by SIGILL`.
  package var reason: String
  /// The message of a trap and its stack frames.
  package var details: [String]

  package init(reason: String, details: [String]) {
    self.reason = reason
    self.details = details
  }
}
