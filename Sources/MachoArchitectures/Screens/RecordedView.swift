import MachoLocks

/// A view that records drawing instructions and applies them to a screen value.
///
/// ```swift
/// let view = RecordedView<ListDrawing, ListScreen>(ListScreen()) { screen, drawing in
///   switch drawing {
///   case .showRows(let rows): screen.rows = rows
///   case .showSpinner(let isShown): screen.isBusy = isShown
///   }
/// }
/// view.draw(.showSpinner(true))
/// view.screen.isBusy  // true
/// ```
public final class RecordedView<Drawing: Sendable, Screen: Sendable>: PassiveView {
  private struct Content: Sendable {
    var screen: Screen
    var drawings: [Drawing] = []
  }

  private let content: Lock<Content>
  private let apply: @Sendable (inout Screen, Drawing) -> Void
  private let observers = Subscribers<Drawing>()

  /// Creates a view with an initial screen and a function that applies a drawing to it.
  public init(
    _ screen: Screen, draw: @escaping @Sendable (_ screen: inout Screen, Drawing) -> Void
  ) {
    content = Lock(Content(screen: screen))
    apply = draw
  }

  /// The current content of the screen.
  public var screen: Screen { content.withLock { $0.screen } }

  /// All drawings so far, in order.
  public var drawings: [Drawing] { content.withLock { $0.drawings } }

  public func draw(_ drawing: Drawing) {
    content.withLock { content in
      content.drawings.append(drawing)
      apply(&content.screen, drawing)
    }
    observers.notify(drawing)
  }

  /// Calls `observer` with each drawing, after it was applied to the screen.
  public func observe(_ observer: @escaping @Sendable (Drawing) -> Void) -> Subscription {
    observers.add(observer)
  }
}
