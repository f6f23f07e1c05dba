import IssueReporting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

#if canImport(SwiftUI)
  import SwiftUI
#endif

extension DependencyValues {
  /// Opens an address. Where there is no user interface nothing can, unless it is given.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }

  private enum OpenURLKey: DependencyKey {
    #if canImport(SwiftUI)
      static let liveValue = OpenURLEffect { url in
        let (results, result) = AsyncStream<Bool>.makeStream()
        await MainActor.run {
          EnvironmentValues().openURL(url) { isOpened in
            result.yield(isOpened)
            result.finish()
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

/// Opens an address and says whether it could be opened.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Makes an opener.
  public init(handler: @escaping @Sendable (URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens an address and says whether it could be opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool { await handler(url) }
}
