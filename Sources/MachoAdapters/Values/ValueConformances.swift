import Composable
import MachoValues
import OrderedCollections

// The text of the runtime's value types. The conformances are here because the runtime and the
// value syntax do not import each other.

/// `#0`, or `0` as in Swift.
extension StackElementID: TextConvertible, OrdinalIdentity {
  public static func read(_ literal: Literal) throws(ValueError) -> StackElementID {
    guard let generation = literal.ordinal ?? literal.number.flatMap({ Int($0) }) else {
      throw literal.wrongType(StackElementID.self, candidates: ["#0"])
    }
    return StackElementID(generation: generation)
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: "#\(generation)")
  }

  /// The number.
  package var ordinal: Int { generation }
}

/// The text is `[#0: Detail.State(count: 1)]`. In a path, the element is `[#0]`.
extension StackState: TextProxied, OrdinalIndexed {
  public init?(textProxy: OrderedDictionary<StackElementID, Element>) {
    self.init(elements: textProxy)
  }

  public var textProxy: OrderedDictionary<StackElementID, Element> { elements }

  /// The numbers of the elements, from the root to the top.
  package var ordinals: [Int] { ids.map(\.generation) }

  /// Returns the element with this generation.
  public func element(ordinal number: Int) -> TypedValue? {
    self[id: StackElementID(generation: number)].map { TypedValue($0, as: Element.self) }
  }
}

/// The storage of `@ObservableState`.
extension ObservationStateRegistrar: HiddenStorage {}

/// `rows[id: 2].deleteButtonTapped`
extension IdentifiedAction: ElementAddressed {}

/// `path[#0].deleteButtonTapped`
extension StackAction: ElementAddressed {}

/// The text of the wrapped value.
extension PresentationState: TextProxied {
  public init?(textProxy: State?) {
    self.init(wrappedValue: textProxy)
  }

  public var textProxy: State? { wrappedValue }
}

/// The text of the wrapped value.
extension BindingState: TextProxied {
  public init?(textProxy: Value) {
    self.init(wrappedValue: textProxy)
  }

  public var textProxy: Value { wrappedValue }
}

/// The text of the value. Text over a base refers to the base's key or shared value.
extension Shared: TextProxied, TextOverlaying, TextModifiable {
  public init?(textProxy: Value) {
    self.init(detachedValue: textProxy)
  }

  public var textProxy: Value { wrappedValue }

  public func overlaid(by proxy: Value) -> Self { detached(settingTo: proxy) }

  public func modify(to proxy: Value) -> Bool {
    withLock { $0 = proxy }
    return true
  }
}

/// The text of the value.
extension SharedReader: TextProxied, TextOverlaying, TextModifiable {
  public init?(textProxy: Value) {
    self.init(detachedValue: textProxy)
  }

  public var textProxy: Value { wrappedValue }

  public func overlaid(by proxy: Value) -> Self { detached(settingTo: proxy) }
}

/// `[Contact(id: UUID(1), name: "Blob")]`
extension IdentifiedArray: TextProxied {
  public init?(textProxy: [Element]) {
    func open<E: Identifiable>(_: E.Type) -> Self? {
      guard let elements = textProxy as? [E] else { return nil }
      let array = IdentifiedArray<E.ID, E>(elements, id: \.id) { first, _ in first }
      return array.count == elements.count ? array as? Self : nil
    }
    // An array with another identity than its elements' own cannot be rebuilt from the elements.
    guard let type = Element.self as? any Identifiable.Type, let array = open(type) else {
      return nil
    }
    self = array
  }

  public var textProxy: [Element] { elements }
}

/// The text is `"Delete?"`, or the runs of a styled text.
extension TextState: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> TextState {
    if literal.string != nil { return TextState(try literal.value(as: String.self)) }
    return TextState(runs: try literal.value(as: [Run].self))
  }

  public func write(to printer: inout ValuePrinter) {
    if let text = unstyledText {
      printer.write(text)
    } else {
      printer.write(runs)
    }
  }
}

// The printed text omits default values.

/// `AlertState(title: "Sorry")`
extension AlertState: TextDefaulted {
  public static var textDefaults: [String: Any] {
    ["actions": [ButtonState<Action>](), "$number": PresentationNumber()]
  }
}

extension AlertState: ButtonPresenting {
  package var presentedActions: [Any?] { actions.map(\.action.action) }
}

extension ConfirmationDialogState: ButtonPresenting {
  package var presentedActions: [Any?] { actions.map(\.action.action) }
}

/// `ConfirmationDialogState(title: "Sort by", actions: [...])`
extension ConfirmationDialogState: TextDefaulted {
  public static var textDefaults: [String: Any] {
    [
      "actions": [ButtonState<Action>](),
      "titleVisibility": ConfirmationDialogStateTitleVisibility.automatic,
      "$number": PresentationNumber(),
    ]
  }
}

/// `ButtonState(label: "OK")`
extension ButtonState: TextDefaulted {
  public static var textDefaults: [String: Any] { ["action": ButtonStateAction<Action>.send(nil)] }
}
