/// The user of a view or an app: sees its texts, and taps.
@MainActor
public final class Screen {
  private let show: () -> Element

  public init(_ view: some View) { show = { Element(view) } }

  public init(_ app: some App) { show = { app.body.content } }

  /// The texts in their order.
  public var texts: [String] { show().all.compactMap(\.text) }

  /// The texts of what can be tapped.
  public var buttons: [String] { show().all.compactMap { $0.action == nil ? nil : $0.label } }

  /// Calls the actions of all parts that are notified when they appear.
  public func appear() {
    for action in show().all.flatMap(\.onAppear) { action() }
  }

  /// Taps the first part with a text. Returns whether there is one.
  public func tap(_ text: String) -> Bool {
    guard let action = show().all.first(where: { $0.action != nil && $0.label == text })?.action
    else { return false }
    action()
    return true
  }
}

extension Element {
  fileprivate var label: String { all.compactMap(\.text).first ?? "" }
}
