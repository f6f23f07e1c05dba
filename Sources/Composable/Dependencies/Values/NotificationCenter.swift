public import Foundation

extension DependencyValues {
  /// The notification center. Live: the default one. In tests: a separate one for each test.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self].value }
    set { self[NotificationCenterKey.self] = UnsafeTransfer(newValue) }
  }

  private enum NotificationCenterKey: DependencyKey {
    // SAFETY: the class is thread-safe, though on Linux it is not declared `Sendable`.
    static var liveValue: UnsafeTransfer<NotificationCenter> { UnsafeTransfer(.default) }
    static var testValue: UnsafeTransfer<NotificationCenter> {
      UnsafeTransfer(NotificationCenter())
    }
  }
}
