import MachoLocks

/// An error in reading or writing a file.
package struct FileError: Error, Hashable, Codable, Sendable {
  /// The file or directory.
  package var path: String
  /// The failed operation, as a verb.
  package var operation: String
  /// The reason, usually the system's message.
  package var reason: String

  /// Creates an error with the message of an error number. Default: `errno`.
  package init(_ operation: String, _ path: String, number: Int32 = errno) {
    self.init(operation, path, reason: String(cString: strerror(number)))
  }

  /// Creates an error with a reason.
  package init(_ operation: String, _ path: String, reason: String) {
    self.path = path
    self.operation = operation
    self.reason = reason
  }
}

extension FileError: CustomStringConvertible {
  /// The error message as one clause.
  package var description: String { "cannot \(operation) \(path): \(reason)" }
}
