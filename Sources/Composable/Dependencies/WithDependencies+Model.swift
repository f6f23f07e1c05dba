import IssueReporting

/// Runs an operation with the dependencies of a model, for example to create a child model.
///
/// ```swift
/// func editButtonTapped() {
///   editor = withDependencies(from: self) { EditorModel() }
/// }
/// ```
///
/// These are the dependencies in effect when the model was created, overridden by the current ones.
/// A model without a `@Dependency` property has none, and an issue is reported.
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

/// Runs an operation with the dependencies of a model and some overrides.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  _ updateValues: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = dependencies(of: model, callSite)
  try DependencyValues.$isOverriding.withValue(true) { try updateValues(&values) }
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation with the dependencies of a model.
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

/// Runs an asynchronous operation with the dependencies of a model and some overrides.
@discardableResult
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ updateValues: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async rethrows -> Result {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = dependencies(of: model, callSite)
  try await DependencyValues.$isOverriding.withValue(true) { try await updateValues(&values) }
  return try await DependencyValues.$_current.withValue(values, operation: operation)
}

/// A value that captures the dependencies in effect when it is created.
protocol DependencyCapturing {
  var initialValues: DependencyValues { get }
}

extension Dependency: DependencyCapturing {}

private func dependencies(of model: AnyObject, _ callSite: CallSite) -> DependencyValues {
  var mirror: Mirror? = Mirror(reflecting: model)
  while let current = mirror {
    for case let dependency as any DependencyCapturing in current.children.map(\.value) {
      return dependency.initialValues.merging(.current)
    }
    mirror = current.superclassMirror
  }
  reportIssue(
    """
    A model has no dependencies: \(type(of: model))

    Add a "@Dependency" property. It captures the dependencies when the model is created.
    """,
    fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
    column: callSite.column)
  return .current
}
