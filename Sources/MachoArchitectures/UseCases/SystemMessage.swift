import Foundation

extension Error {
  /// The system's message for an error of Foundation about a file, such as "No such file or
  /// directory". `nil` for any other error.
  ///
  /// The description of such an error lists its details in an order that varies from run to run.
  package var systemMessage: String? {
    let system = (self as? CocoaError)?.underlying as? POSIXError
    return system.map { String(cString: strerror($0.code.rawValue)) }
  }
}
