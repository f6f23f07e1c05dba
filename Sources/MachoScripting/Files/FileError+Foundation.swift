import Foundation
import MachoSystem

extension FileError {
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
