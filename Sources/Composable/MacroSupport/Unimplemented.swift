import IssueReporting

/// The error of an endpoint that nobody has said the behaviour of.
public struct _$Unimplemented: Error, Equatable, CustomStringConvertible {
  private let endpoint: String

  /// Makes the error of an endpoint's name.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  public var description: String { "Unimplemented: '\(endpoint)'" }
}

/// Reports that an endpoint was called that nobody has said the behaviour of.
public func _$reportUnimplemented(
  _ endpoint: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  reportIssue(
    "Unimplemented: '\(endpoint)'", fileID: fileID, filePath: filePath, line: line, column: column)
}
