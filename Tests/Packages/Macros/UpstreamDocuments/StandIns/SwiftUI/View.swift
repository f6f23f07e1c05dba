/// A part of a screen. A stand-in for SwiftUI's protocol: a view is a tree of elements without
/// pixels, and `Screen` is its user.
@MainActor
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// What every view consists of: a text, an action, and parts.
public struct Element: View {
  public var text: String?
  var action: (() -> Void)?
  var onAppear: [() -> Void] = []
  /// The value of a navigation link.
  public var link: Any?
  /// The screens of navigation links, by their values.
  var destinations: [(Any) -> Element?] = []
  public var parts: [Element] = []

  public init(text: String? = nil, action: (() -> Void)? = nil, parts: [Element] = []) {
    self.text = text
    self.action = action
    self.parts = parts
  }

  public init(_ view: some View) {
    if let element = view as? Self { self = element } else { self.init(view.body) }
  }

  public var body: Never { return preconditionFailure("An element has no body.") }

  /// The element and its parts, depth first.
  public var all: [Element] { [self] + parts.flatMap(\.all) }
}

extension Never: View {
  public var body: Never { return preconditionFailure("There is no such view.") }
}

@MainActor
@resultBuilder public enum ViewBuilder {
  public static func buildExpression(_ view: some View) -> Element { Element(view) }
  public static func buildBlock(_ parts: Element...) -> Element {
    parts.count == 1 ? parts[0] : Element(parts: parts)
  }
  public static func buildOptional(_ part: Element?) -> Element { part ?? Element() }
  public static func buildEither(first: Element) -> Element { first }
  public static func buildEither(second: Element) -> Element { second }
}

/// A user interface of an app.
@MainActor
public protocol Scene {
  var content: Element { get }
}

public struct WindowGroup: Scene {
  private let makeContent: () -> Element

  public init(@ViewBuilder content: @escaping () -> Element) { makeContent = content }

  public var content: Element { makeContent() }
}

@MainActor
public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}

extension App {
  /// Shows the app's first screen.
  public static func main() {
    for text in Screen(Self()).texts { print(text) }
  }
}

public protocol PreviewProvider {
  associatedtype Previews: View
  @MainActor @ViewBuilder static var previews: Previews { get }
}
