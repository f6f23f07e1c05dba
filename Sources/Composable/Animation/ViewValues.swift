#if !canImport(SwiftUI)
  // Values of SwiftUI that features store in their state. Without SwiftUI they are plain values.

  /// A color. Without SwiftUI it is a name or its components.
  public enum Color: Hashable, Sendable {
    case black, blue, brown, clear, cyan, gray, green, indigo, mint, orange, pink, primary, purple
    case red, secondary, teal, white, yellow, accentColor
    /// A color of an asset catalog.
    case named(String)
    /// The components, between 0 and 1.
    case components(red: Double, green: Double, blue: Double, opacity: Double)
    /// A color with a part of its opacity, between 0 and 1.
    indirect case faded(Color, opacity: Double)

    /// Creates a color of an asset catalog.
    public init(_ name: String) { self = .named(name) }

    /// Creates a color from components between 0 and 1.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
      self = .components(red: red, green: green, blue: blue, opacity: opacity)
    }

    /// Returns the color with its opacity multiplied by a factor between 0 and 1.
    public func opacity(_ factor: Double) -> Self {
      switch self {
      case .components(let red, let green, let blue, let opacity):
        .components(red: red, green: green, blue: blue, opacity: opacity * factor)
      case .faded(let color, let opacity): .faded(color, opacity: opacity * factor)
      default: .faded(self, opacity: factor)
      }
    }
  }

  /// Whether a list is being edited.
  public enum EditMode: Hashable, Sendable {
    case inactive, transient, active

    /// Whether the list shows its controls.
    public var isEditing: Bool { self != .inactive }
  }

  /// A key of a localized text. Without SwiftUI it is the key itself.
  public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The key.
    public let key: String

    /// Creates a key.
    public init(_ key: String) { self.key = key }

    /// Creates a key.
    public init(stringLiteral key: String) { self.key = key }
  }
#endif
