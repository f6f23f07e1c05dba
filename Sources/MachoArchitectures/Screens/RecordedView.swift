import MachoLocks

/// A view without pixels: it keeps what it was told, and what a person would see.
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

  /// Makes a view that shows a screen, and says what each drawing makes of it.
  public init(
    _ screen: Screen, draw: @escaping @Sendable (_ screen: inout Screen, Drawing) -> Void
  ) {
    content = Lock(Content(screen: screen))
    apply = draw
  }

  /// What a person would see now.
  public var screen: Screen { content.withLock { $0.screen } }

  /// All that the view was told, in order.
  public var drawings: [Drawing] { content.withLock { $0.drawings } }

  public func draw(_ drawing: Drawing) {
    content.withLock { content in
      content.drawings.append(drawing)
      apply(&content.screen, drawing)
    }
    observers.notify(drawing)
  }

  /// Calls a function with each drawing from now on, once it is on the screen.
  public func observe(_ observer: @escaping @Sendable (Drawing) -> Void) -> Subscription {
    observers.add(observer)
  }
}
