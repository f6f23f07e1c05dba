import IssueReporting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// In which circumstances dependencies are used.
public enum DependencyContext: Sendable, Hashable {
  /// In the app: `liveValue`.
  case live
  /// To look at a feature: `previewValue`.
  case preview
  /// In tests and scripts: `testValue`.
  case test

  /// The context of a process that says nothing else.
  static let processDefault: Self =
    if ProcessInfo.processInfo.environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" {
      .preview
    } else if isTesting {
      .test
    } else {
      .live
    }
}
