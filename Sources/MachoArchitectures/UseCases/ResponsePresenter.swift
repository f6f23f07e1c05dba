/// An output port that makes of responses what a view shows.
///
/// ```swift
/// let presenter = ResponsePresenter<Int, CounterScreen>(CounterScreen()) { screen, value in
///   screen.text = "\(value)"
/// }
/// ```
public final class ResponsePresenter<Response: Sendable, Screen: Sendable>: OutputPort {
  /// What the view shows.
  public let screen: Observed<Screen>
  private let show: @Sendable (inout Screen, Response) -> Void
  private let observers = Subscribers<Response>()

  /// Makes a presenter that begins with a screen.
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

  /// Calls a function with each response from now on, once it is on the screen.
  public func observe(_ observer: @escaping @Sendable (Response) -> Void) -> Subscription {
    observers.add(observer)
  }
}
