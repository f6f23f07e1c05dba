#if !canImport(SwiftUI)
  public import Foundation

  /// The clipboard of UIKit: here, the text that this process has copied.
  @MainActor
  public final class UIPasteboard {
    /// The clipboard of the process.
    public static let general = UIPasteboard()

    /// The text. Default: `nil`.
    public var string: String?
  }

  /// The desktop of AppKit. Here, it opens nothing.
  @MainActor
  public final class NSWorkspace {
    /// The desktop.
    public static let shared = NSWorkspace()

    /// Returns `false`: nothing opens the URL.
    @discardableResult
    public func open(_ url: URL) -> Bool { false }
  }
#endif
