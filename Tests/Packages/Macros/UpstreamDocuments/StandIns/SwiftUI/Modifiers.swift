extension View {
  /// Returns the view as an element that a function changes.
  public func with(_ change: (inout Element) -> Void) -> Element {
    var element = Element(parts: [Element(self)])
    change(&element)
    return element
  }

  public func onAppear(perform action: @escaping () -> Void) -> Element {
    with { $0.onAppear.append(action) }
  }

  public func environmentObject<Object: AnyObject>(_ object: Object) -> Element {
    // Before the view is asked for its parts, which use the object.
    EnvironmentObjects.last[ObjectIdentifier(Object.self)] = object
    return Element(self)
  }

  public func alert(
    _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Element
  ) -> Element {
    let actions = actions()
    return with { element in
      guard isPresented.wrappedValue else { return }
      element.parts.append(
        Element(text: title, action: { isPresented.wrappedValue = false }, parts: [actions]))
    }
  }

  public func navigationTitle(_ title: Text) -> Element {
    with { $0.parts.insert(Element(title), at: 0) }
  }

  public func navigationTitle(_ title: String) -> Element { navigationTitle(Text(title)) }

  public func navigationDestination<Value: Hashable>(
    for type: Value.Type, @ViewBuilder destination: @escaping (Value) -> Element
  ) -> Element {
    with { $0.destinations.append { ($0 as? Value).map { destination($0) } } }
  }

  public func toolbar(@ViewBuilder content: () -> Element) -> Element {
    let content = content()
    return with { $0.parts.append(content) }
  }
}

// Modifiers that only pixels show.
extension View {
  public func background(_ color: Color) -> Self { self }
  public func buttonStyle(_ style: ButtonStyle) -> Self { self }
  public func cornerRadius(_ radius: Int) -> Self { self }
  public func font(_ font: Font) -> Self { self }
  public func foregroundColor(_ color: Color) -> Self { self }
  public func multilineTextAlignment(_ alignment: TextAlignment) -> Self { self }
  public func padding() -> Self { self }
}

public enum ButtonStyle { case borderless }
public enum Font { case largeTitle, title }
public enum TextAlignment { case center }

public enum Color {
  case black, red

  public func opacity(_ opacity: Double) -> Self { self }
}
