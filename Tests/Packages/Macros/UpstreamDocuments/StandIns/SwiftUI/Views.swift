public struct Text: View {
  public let body: Element

  public init(_ text: String) { body = Element(text: text) }
}

public struct Image: View {
  public let body: Element

  public init(systemName: String) { body = Element(text: systemName) }
}

public struct Button: View {
  public let body: Element

  public init(_ title: String, action: @escaping () -> Void) {
    body = Element(text: title, action: action)
  }

  public init(action: @escaping () -> Void, @ViewBuilder label: () -> Element) {
    body = Element(action: action, parts: [label()])
  }
}

public struct Group: View {
  public let body: Element

  public init(@ViewBuilder content: () -> Element) { body = content() }
}

public struct VStack: View {
  public let body: Element

  public init(spacing: Int = 0, @ViewBuilder content: () -> Element) { body = content() }
}

public struct HStack: View {
  public let body: Element

  public init(@ViewBuilder content: () -> Element) { body = content() }
}

public struct ToolbarItem: View {
  public let body: Element

  public init(@ViewBuilder content: () -> Element) { body = content() }
}

public struct List: View {
  public let body: Element

  public init(@ViewBuilder content: () -> Element) { body = content() }

  public init<Value: Identifiable>(
    _ values: some Sequence<Value>, @ViewBuilder row: (Value) -> Element
  ) {
    body = Element(ForEach(values, row: row))
  }
}

public struct ForEach: View {
  public let body: Element

  public init<Value: Identifiable>(
    _ values: some Sequence<Value>, @ViewBuilder row: (Value) -> Element
  ) {
    body = Element(parts: values.map { row($0) })
  }
}

public struct Spacer: View {
  public let body = Element()

  public init() {}
}

public struct ProgressView: View {
  public let body = Element(text: "…")

  public init() {}
}

public struct NavigationLink: View {
  public var body: Element

  public init(value: some Hashable, @ViewBuilder label: () -> Element) {
    body = Element(parts: [label()])
    body.link = value
  }
}

/// Shows the destination of the last value of a path, or the root.
public struct NavigationStack: View {
  public let body: Element

  public init(@ViewBuilder root: () -> Element) { body = root() }

  public init<Value: Hashable>(path: Binding<[Value]>, @ViewBuilder root: () -> Element) {
    let root = root()
    guard let last = path.wrappedValue.last else {
      body = root.following { value in
        if let value = value as? Value { path.wrappedValue.append(value) }
      }
      return
    }
    body = root.all.flatMap(\.destinations).lazy.compactMap { $0(last) }.first ?? Element()
  }
}

extension Element {
  /// Returns the element with links that pass on their values.
  public func following(_ follow: @escaping (Any) -> Void) -> Element {
    var copy = self
    copy.parts = parts.map { $0.following(follow) }
    if let link { copy.action = { follow(link) } }
    return copy
  }
}
