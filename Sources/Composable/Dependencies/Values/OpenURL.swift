import ComposablePlatform
import IssueReporting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DependencyValues {
  /// Opens a URL. Platforms without SwiftUI open none unless this is overridden.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }

  private enum OpenURLKey: DependencyKey {
    #if canImport(SwiftUI)
      static let liveValue = OpenURLEffect { url in
        let (results, continuation) = AsyncStream<Bool>.makeStream()
        await MainActor.run {
          EnvironmentValues().openURL(url) { @Sendable isOpened in
            continuation.yield(isOpened)
            continuation.finish()
          }
        }
        return await results.first { _ in true } ?? false
      }
    #else
      static let liveValue = OpenURLEffect { _ in false }
    #endif
    static let testValue = OpenURLEffect { _ in
      reportIssue(#"Unimplemented: @Dependency(\.openURL)"#)
      return false
    }
  }
}

/// A function that opens a URL and returns whether it succeeded.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Creates a function that opens URLs.
  public init(handler: @escaping @Sendable (URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens a URL. Returns whether it succeeded.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool { await handler(url) }
}
