#if !canImport(Combine)
  public import Foundation
  public import OpenCombine

  // The publishers that Foundation has on Apple platforms.

  extension NotificationCenter {
    /// Returns a publisher of the notifications with a name that are posted after a subscription.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
      Publisher(center: self, name: name, object: object)
    }

    /// A publisher of notifications. It observes the center until its subscription is cancelled.
    public struct Publisher: OpenCombine.Publisher {
      public typealias Output = Notification
      public typealias Failure = Never

      /// The center.
      public let center: NotificationCenter
      /// The name of the notifications.
      public let name: Notification.Name
      /// The sender of the notifications. `nil`: any.
      public let object: AnyObject?

      /// Creates a publisher.
      public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
        self.center = center
        self.name = name
        self.object = object
      }

      public func receive<S: Subscriber>(subscriber: S)
      where S.Input == Output, S.Failure == Never {
        // SAFETY: a subject is thread-safe.
        nonisolated(unsafe) let subject = PassthroughSubject<Notification, Never>()
        let observer = center.addObserver(forName: name, object: object, queue: nil) {
          subject.send($0)
        }
        subject
          .handleEvents(receiveCancel: { [center] in center.removeObserver(observer) })
          .subscribe(subscriber)
      }
    }
  }

  extension Timer {
    /// Returns a publisher of the date, repeatedly, which begins when it is connected.
    public static func publish(
      every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
      in mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
      TimerPublisher(
        interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// A publisher of the date, repeatedly. It begins when it is connected, and all of its
    /// subscribers get the same dates.
    public final class TimerPublisher: ConnectablePublisher {
      public typealias Output = Date
      public typealias Failure = Never

      /// The seconds between two dates.
      public let interval: TimeInterval
      /// The seconds that a date may be late. `nil`: the run loop decides.
      public let tolerance: TimeInterval?
      /// The run loop that publishes.
      public let runLoop: RunLoop
      /// The mode of the run loop in which it publishes.
      public let mode: RunLoop.Mode
      /// The options of the run loop, which has none.
      public let options: RunLoop.SchedulerOptions?
      private let subject = PassthroughSubject<Date, Never>()

      /// Creates a publisher.
      public init(
        interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop,
        mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
      ) {
        self.interval = interval
        self.tolerance = tolerance
        self.runLoop = runLoop
        self.mode = mode
        self.options = options
      }

      public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
        subject.subscribe(subscriber)
      }

      public func connect() -> any Cancellable {
        // SAFETY: a subject is thread-safe.
        nonisolated(unsafe) let subject = subject
        let timer = Timer(timeInterval: interval, repeats: true) { subject.send($0.fireDate) }
        if let tolerance { timer.tolerance = tolerance }
        runLoop.add(timer, forMode: mode)
        // SAFETY: a timer may be invalidated on any thread on Linux, where it is a source of Core
        // Foundation.
        return AnyCancellable { timer.invalidate() }
      }
    }
  }
#endif
