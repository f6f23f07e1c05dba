#if !canImport(SwiftUI)
  public import Foundation

  /// A picture of UIKit: opaque data, equal by identity.
  public final class UIImage: Hashable, Sendable {
    private let data: Data

    /// Creates a picture of encoded data. The data is not decoded; `nil` if it is empty.
    public init?(data: Data) {
      if data.isEmpty { return nil }
      self.data = data
    }

    /// Returns the data that the picture was created from.
    public func pngData() -> Data? { data }

    public static func == (lhs: UIImage, rhs: UIImage) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// A picture of SwiftUI: a name, or a picture of UIKit.
  public enum Image: Hashable, Sendable {
    case named(String)
    case system(String)
    case picture(UIImage)

    /// Creates a picture of an asset catalog.
    public init(_ name: String) { self = .named(name) }

    /// Creates a symbol.
    public init(systemName: String) { self = .system(systemName) }

    /// Creates a picture of UIKit.
    public init(uiImage: UIImage) { self = .picture(uiImage) }
  }
#endif
