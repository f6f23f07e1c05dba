public import Foundation

extension DependencyValues {
  /// Where notifications are posted. Live it is the default one; a test has one of its own.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self].value }
    set { self[NotificationCenterKey.self] = Unchecked(newValue) }
  }

  private enum NotificationCenterKey: DependencyKey {
    // The class is made for use from any thread, though on Linux it does not say so.
    static var liveValue: Unchecked<NotificationCenter> { Unchecked(.default) }
    static var testValue: Unchecked<NotificationCenter> { Unchecked(NotificationCenter()) }
  }
}
