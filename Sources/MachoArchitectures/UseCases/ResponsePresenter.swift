/// An output port that applies responses to the screen of a view.
///
/// ```swift
/// let presenter = ResponsePresenter<Int, CounterScreen>(CounterScreen()) { screen, value in
///   screen.text = "\(value)"
/// }
/// ```
public final class ResponsePresenter<Response: Sendable, Screen: Sendable>: OutputPort {
  /// The content of the view.
  public let screen: Observed<Screen>
  private let show: @Sendable (inout Screen, Response) -> Void
  private let observers = Subscribers<Response>()

  /// Creates a presenter with an initial screen and a function that applies a response to it.
  public init(
    _ screen: Screen, show: @escaping @Sendable (_ screen: inout Screen, Response) -> Void
  ) {
    self.screen = Observed(screen)
    self.show = show
  }

  public func present(_ response: Response) {
    screen.update { show(&$0, response) }
    observers.notify(response)
  }

  /// Calls `observer` with each response, after it was applied to the screen.
  public func observe(_ observer: @escaping @Sendable (Response) -> Void) -> Subscription {
    observers.add(observer)
  }
}
