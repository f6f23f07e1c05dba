import IssueReporting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DependencyValues {
  /// The user's locale. Live: the system's. Tests must override it.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The user's preferred locales, the most preferred one first. Live: those of the system's
  /// preferred languages. Tests must override them.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }

  private enum PreferredLocalesKey: DependencyKey {
    static var liveValue: [Locale] { Locale.preferredLanguages.map { Locale(identifier: $0) } }
    static var testValue: [Locale] {
      reportIssue(#"Unimplemented: @Dependency(\.preferredLocales)"#)
      return liveValue
    }
  }

  private enum LocaleKey: DependencyKey {
    static var liveValue: Locale { .autoupdatingCurrent }
    static var testValue: Locale {
      reportIssue(#"Unimplemented: @Dependency(\.locale)"#)
      return .autoupdatingCurrent
    }
  }
}
