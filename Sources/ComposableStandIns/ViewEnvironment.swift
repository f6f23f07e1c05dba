#if !canImport(SwiftUI)
  /// Whether a scene is visible.
  public enum ScenePhase: Hashable, Comparable, Sendable {
    case background, inactive, active
  }

  /// The appearance of views.
  public enum ColorScheme: Hashable, CaseIterable, Sendable {
    case light, dark
  }

  /// Distances from the edges of a rectangle.
  public struct EdgeInsets: Hashable, Sendable {
    public var top: Double
    public var leading: Double
    public var bottom: Double
    public var trailing: Double

    /// Creates insets. Default: 0.
    public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
      self.top = top
      self.leading = leading
      self.bottom = bottom
      self.trailing = trailing
    }
  }

  /// The focus of a view. Without views, a value that only its owner changes.
  @propertyWrapper
  public struct FocusState<Value: Hashable> {
    public var wrappedValue: Value

    /// Creates a focus that no view has.
    public init() where Value == Bool { wrappedValue = false }

    /// Creates a focus that no view has.
    public init<Wrapped: Hashable>() where Value == Wrapped? { wrappedValue = nil }
  }

  extension FocusState: Sendable where Value: Sendable {}

  /// A localized text that is looked up when it is shown. Here, the key is the text.
  public struct LocalizedStringResource: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The key.
    public let key: String

    /// Creates a text.
    public init(stringLiteral key: String) { self.key = key }

    /// Creates a text.
    public init(_ key: String) { self.key = key }
  }

  extension String {
    /// Creates the text of a resource: its key.
    public init(localized resource: LocalizedStringResource) { self = resource.key }
  }
#endif
