import IssueReporting

/// Puts the dependencies of a model in force for the length of a call, as when it makes a child.
///
/// ```swift
/// func editButtonTapped() {
///   editor = withDependencies(from: self) { EditorModel() }
/// }
/// ```
///
/// They are those in force where the model was made, overridden by those in force now. A model
/// without any `@Dependency` property has none, which is an issue.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  try withDependencies(
    from: model, { _ in }, operation: operation, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Puts the dependencies of a model in force, and overrides some, for the length of a call.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = dependencies(of: model, place)
  try updateValues(&values)
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

/// Puts the dependencies of a model in force for the length of an asynchronous call.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async rethrows -> Result {
  try await withDependencies(
    from: model, isolation: isolation, { _ in }, operation: operation, fileID: fileID,
    filePath: filePath, line: line, column: column)
}

/// Puts the dependencies of a model in force, and overrides some, for an asynchronous call.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ updateValues: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async rethrows -> Result {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = dependencies(of: model, place)
  try await updateValues(&values)
  return try await DependencyValues.$_current.withValue(values, operation: operation)
}

/// Something that remembers the dependencies in force where it was made.
protocol DependencyCapturing {
  var initialValues: DependencyValues { get }
}

extension Dependency: DependencyCapturing {}

private func dependencies(of model: AnyObject, _ place: CallSite) -> DependencyValues {
  var mirror: Mirror? = Mirror(reflecting: model)
  while let found = mirror {
    for case let dependency as any DependencyCapturing in found.children.map(\.value) {
      return dependency.initialValues.merging(.current)
    }
    mirror = found.superclassMirror
  }
  reportIssue(
    """
    Dependencies were taken from a model that has none: \(type(of: model))

    Give it a "@Dependency" property, which remembers those in force where it is made.
    """,
    fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  return .current
}
