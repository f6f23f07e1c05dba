/// A view that draws what it is told to, and decides nothing.
///
/// An app's is a screen; a test's and a script's is a `RecordedView`.
public protocol PassiveView<Drawing>: AnyObject, Sendable {
  /// An instruction: `.showRows([...])`.
  associatedtype Drawing: Sendable
  /// Does as it is told.
  func draw(_ drawing: Drawing)
}
