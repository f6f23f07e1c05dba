import ComposableArchitecture
import Foundation

/// Something that an observer has seen.
package struct Sighting: Codable, Equatable, Identifiable, Sendable {
  package let id: Int
  var name: String
  var isConfirmed = false
}

/// A filter in front of the camera.
package enum GlassFilter: String, CaseIterable, Sendable { case clear, red, violet }

extension SharedKey where Self == AppStorageKey<GlassFilter>.Default {
  static var glassFilter: Self { Self[.appStorage("glassFilter"), default: .clear] }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  static var exposures: Self { Self[.inMemory("exposures"), default: 0] }
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Sighting>>.Default {
  static var sightings: Self {
    Self[
      .fileStorage(
        .documentsDirectory.appending(component: "sightings.plist"),
        decode: { try PropertyListDecoder().decode(IdentifiedArrayOf<Sighting>.self, from: $0) },
        encode: { try PropertyListEncoder().encode($0) }),
      default: []
    ]
  }
}

extension SharedReaderKey where Self == SeeingKey.Default {
  static var seeing: Self { Self[SeeingKey(), default: 0] }
}

extension SharedKey where Self == BookingKey {
  static func booking(of observer: String) -> Self { BookingKey(observer: observer) }
}

/// A key that reads how steady the air is, and reads it again every ten seconds.
package struct SeeingKey: SharedReaderKey {
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.station) private var station

  package var id: String { "seeing" }

  package func load(context: LoadContext<Double>, continuation: LoadContinuation<Double>) {
    guard case .userInitiated = context else { return continuation.resumeReturningInitialValue() }
    continuation.resume(with: Result { try station.seeing() })
  }

  package func subscribe(
    context: LoadContext<Double>, subscriber: SharedSubscriber<Double>
  ) -> SharedSubscription {
    let readings = Task {
      for await _ in clock.timer(interval: .seconds(10)) {
        subscriber.yield(with: Result { try station.seeing() })
      }
    }
    return SharedSubscription { readings.cancel() }
  }
}

/// A key that keeps the hours of an observer in the station's book, which refuses long nights.
package struct BookingKey: SharedKey {
  let observer: String
  @Dependency(\.station.book) private var book

  package struct ID: Hashable, Sendable { let observer: String }
  package struct TooLong: Error, Equatable {}

  package var id: ID { ID(observer: observer) }

  package func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    if let hours = book.value.hours[observer] {
      continuation.resume(returning: hours)
    } else {
      continuation.resumeReturningInitialValue()
    }
  }

  package func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    book.withValue { $0.subscribers[observer] = subscriber }
    return SharedSubscription { [book, observer] in
      book.withValue { $0.subscribers[observer] = nil }
    }
  }

  package func save(_ hours: Int, context: SaveContext, continuation: SaveContinuation) {
    guard hours <= 8 else { return continuation.resume(throwing: TooLong()) }
    book.withValue { $0.hours[observer] = hours }
    continuation.resume()
  }
}

/// The weather sensor and the book of the observatory.
package struct Station: Sendable {
  package var seeing: @Sendable () throws -> Double
  var book = LockIsolated(Book())

  /// The hours that observers have booked.
  package struct Book: Sendable {
    var hours: [String: Int] = [:]
    var subscribers: [String: SharedSubscriber<Int>] = [:]
  }

  /// Changes the hours of an observer on behalf of the station.
  package func reschedule(_ observer: String, to hours: Int?) {
    let subscriber = book.withValue {
      $0.hours[observer] = hours
      return $0.subscribers[observer]
    }
    subscriber?.yield(with: .success(hours))
  }
}

extension Station: DependencyKey {
  package static var liveValue: Station { Station(seeing: { 1.5 }) }
  package static var testValue: Station { Station(seeing: unimplemented("seeing", placeholder: 0)) }
}

extension DependencyValues {
  /// The weather sensor and the book.
  package var station: Station {
    get { self[Station.self] }
    set { self[Station.self] = newValue }
  }
}
