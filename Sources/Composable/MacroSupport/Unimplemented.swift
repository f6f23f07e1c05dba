import IssueReporting

/// The error that an endpoint without implementation throws.
public struct _$Unimplemented: Error, Equatable, CustomStringConvertible {
  private let endpoint: String

  /// Creates the error for an endpoint's name.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  public var description: String { "Unimplemented: '\(endpoint)'" }
}

/// Reports a call of an endpoint without implementation.
public func _$reportUnimplemented(
  _ endpoint: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  MissingDependency.$current.withValue(MissingDependency(endpoint: endpoint)) {
    reportIssue(
      "Unimplemented: '\(endpoint)'", fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}
