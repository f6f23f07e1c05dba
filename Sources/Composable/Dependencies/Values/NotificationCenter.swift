public import Foundation

extension DependencyValues {
  /// Where notifications are posted. Live it is the default one; a test has one of its own.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self].value }
    set { self[NotificationCenterKey.self] = UnsafeTransfer(newValue) }
  }

  private enum NotificationCenterKey: DependencyKey {
    // The class is made for use from any thread, though on Linux it does not say so.
    static var liveValue: UnsafeTransfer<NotificationCenter> { UnsafeTransfer(.default) }
    static var testValue: UnsafeTransfer<NotificationCenter> {
      UnsafeTransfer(NotificationCenter())
    }
  }
}
