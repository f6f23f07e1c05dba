/// A view that executes drawing instructions and contains no logic.
///
/// In an app it is a screen. In tests and scripts it is a `RecordedView`.
public protocol PassiveView<Drawing>: AnyObject, Sendable {
  /// A drawing instruction, such as `.showRows([...])`.
  associatedtype Drawing: Sendable
  /// Executes a drawing instruction.
  func draw(_ drawing: Drawing)
}
