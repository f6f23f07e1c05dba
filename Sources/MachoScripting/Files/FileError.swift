import Foundation

/// An error in reading or writing a file.
package struct FileError: Error, Hashable, Sendable {
  /// The file or directory.
  package var path: String
  /// The failed operation, as a verb.
  package var operation: String
  /// The reason, usually the system's message.
  package var reason: String

  /// Creates an error with the message of `errno`.
  package init(_ operation: String, _ path: String) {
    self.init(operation, path, reason: String(cString: strerror(errno)))
  }

  /// Creates an error with a reason.
  package init(_ operation: String, _ path: String, reason: String) {
    self.path = path
    self.operation = operation
    self.reason = reason
  }

  /// Creates an error for one of Foundation.
  ///
  /// The reason is the system's message. The description of an `NSError` lists its details in an
  /// order that varies from run to run, and its localized description may be a number.
  package init(_ operation: String, _ path: String, _ error: any Error) {
    let system = (error as? CocoaError)?.underlying as? POSIXError
    self.init(
      operation, path,
      reason: system.map { String(cString: strerror($0.code.rawValue)) }
        ?? error.localizedDescription)
  }

  /// Returns the result of a call of Foundation. Converts its error.
  package static func converting<Result>(
    _ operation: String, _ path: String, _ body: () throws -> Result
  ) throws(FileError) -> Result {
    do { return try body() } catch { throw FileError(operation, path, error) }
  }
}

extension FileError: CustomStringConvertible {
  /// The error message as one clause.
  package var description: String { "cannot \(operation) \(path): \(reason)" }
}
