#if !canImport(Darwin)
  public import Foundation

  extension NotificationCenter {
    /// Returns the notifications with a name that are posted from now on.
    public func notifications(
      named name: Notification.Name, object: (any AnyObject & Sendable)? = nil
    ) -> Notifications {
      Notifications(self, name, object)
    }

    /// A sequence of notifications. It observes the center until it is released.
    public final class Notifications: AsyncSequence, @unchecked Sendable {
      // SAFETY: set once. A notification is handed over to one iteration.
      private let stream: AsyncStream<Posted>
      private let observer: any NSObjectProtocol
      private let center: NotificationCenter

      fileprivate init(_ center: NotificationCenter, _ name: Notification.Name, _ object: Any?) {
        let (stream, continuation) = AsyncStream<Posted>.makeStream()
        self.stream = stream
        self.center = center
        observer = center.addObserver(forName: name, object: object, queue: nil) {
          continuation.yield(Posted(notification: $0))
        }
      }

      deinit { center.removeObserver(observer) }

      public func makeAsyncIterator() -> Iterator {
        Iterator(base: stream.makeAsyncIterator(), sequence: self)
      }

      /// An iteration of the notifications.
      public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Posted>.Iterator
        fileprivate let sequence: Notifications

        public mutating func next() async -> Notification? { await base.next()?.notification }
      }
    }

    // SAFETY: a notification does not change after it was posted.
    fileprivate struct Posted: @unchecked Sendable {
      let notification: Notification
    }
  }
#endif
