import IssueReporting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The circumstances in which dependencies are used.
public enum DependencyContext: Sendable, Hashable {
  /// The app, which uses `liveValue`.
  case live
  /// Previews, which use `previewValue`.
  case preview
  /// Tests and scripts, which use `testValue`.
  case test

  /// The default context of the process.
  static let processDefault: Self =
    if ProcessInfo.processInfo.environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" {
      .preview
    } else if isTesting {
      .test
    } else {
      .live
    }
}
