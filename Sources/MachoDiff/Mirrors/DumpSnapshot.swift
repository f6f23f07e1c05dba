import CustomDump

/// A `_CustomDiffObject` that may hold a value that does not change any more. Such a value is
/// printed and compared in place of the object, without an object number.
package protocol DumpSnapshot: _CustomDiffObject {
  /// The value. `nil` if the object may change.
  var snapshotValue: Any? { get }
}

func snapshotValue(_ object: any _CustomDiffObject) -> Any? {
  (object as? any DumpSnapshot)?.snapshotValue
}
