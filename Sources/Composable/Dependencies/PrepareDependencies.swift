/// Says what dependencies are, once and before they are used: at the start of an app or a test.
///
/// ```swift
/// @main struct Tool {
///   static func main() {
///     prepareDependencies { $0.defaultDatabase = openDatabase() }
///   }
/// }
/// ```
///
/// They are then the defaults of all that runs afterwards. In a test they are its own: another test
/// does not see them. A dependency that was used or prepared before is an issue and stays as it is.
public func prepareDependencies<Result>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column,
  _ updateValues: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let current = DependencyValues.current
  // With defaults of its own: what is read here, to be changed, does not count as used.
  var values = DependencyValues(context: current.context)
  let result = try updateValues(&values)
  current.defaults.prepare(
    values.overriddenValues, context: values.context == current.context ? nil : values.context,
    place: place)
  return result
}
