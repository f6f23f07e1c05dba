/// Sets the defaults of dependencies, once and before their first use: when an app or a test
/// starts.
///
/// ```swift
/// @main struct Tool {
///   static func main() {
///     prepareDependencies { $0.defaultDatabase = openDatabase() }
///   }
/// }
/// ```
///
/// They apply to all code that runs afterwards; in a test, to that test only. A dependency that was
/// used or prepared before keeps its value, and an issue is reported.
public func prepareDependencies<Result>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column,
  _ updateValues: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let current = DependencyValues.current
  // Uses separate defaults, so that reading a value in order to change it does not count as use.
  var values = DependencyValues(context: current.context)
  let result = try DependencyValues.$isOverriding.withValue(true) { try updateValues(&values) }
  current.defaults.prepare(
    values.overriddenValues, context: values.context == current.context ? nil : values.context,
    callSite: callSite)
  return result
}
