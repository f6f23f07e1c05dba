import ComposableArchitecture
import Foundation

/// An identifier with the type that it identifies, as swift-tagged declares it.
@dynamicMemberLookup
public struct Tagged<Tag, RawValue> {
  public var rawValue: RawValue

  public init(_ rawValue: RawValue) { self.rawValue = rawValue }

  public subscript<Subject>(dynamicMember keyPath: KeyPath<RawValue, Subject>) -> Subject {
    rawValue[keyPath: keyPath]
  }
}

extension Tagged: Equatable where RawValue: Equatable {}
extension Tagged: Hashable where RawValue: Hashable {}
extension Tagged: Sendable where RawValue: Sendable {}
extension Tagged: CustomStringConvertible {
  public var description: String { String(describing: rawValue) }
}
extension Tagged: RawRepresentable {
  public init?(rawValue: RawValue) { self.rawValue = rawValue }
}
extension Tagged: Decodable where RawValue: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(RawValue.self))
  }
}
extension Tagged: Encodable where RawValue: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

public struct SyncUp: Equatable, Identifiable, Codable, Sendable {
  public let id: Tagged<Self, UUID>
  public var attendees: IdentifiedArrayOf<Attendee> = []
  public var duration: Duration = .seconds(60 * 5)
  public var meetings: IdentifiedArrayOf<Meeting> = []
  public var theme: Theme = .bubblegum
  public var title = ""

  public init(
    id: Tagged<Self, UUID>, attendees: IdentifiedArrayOf<Attendee> = [],
    duration: Duration = .seconds(60 * 5), meetings: IdentifiedArrayOf<Meeting> = [],
    theme: Theme = .bubblegum, title: String = ""
  ) {
    self.id = id
    self.attendees = attendees
    self.duration = duration
    self.meetings = meetings
    self.theme = theme
    self.title = title
  }

  public var durationPerAttendee: Duration {
    self.duration / self.attendees.count
  }
}

public struct Attendee: Equatable, Identifiable, Codable, Sendable {
  public let id: Tagged<Self, UUID>
  public var name = ""

  public init(id: Tagged<Self, UUID>, name: String = "") {
    self.id = id
    self.name = name
  }
}

public struct Meeting: Equatable, Identifiable, Codable, Sendable {
  public let id: Tagged<Self, UUID>
  public let date: Date
  public var transcript: String
}

public enum Theme: String, CaseIterable, Equatable, Identifiable, Codable, Sendable {
  case bubblegum
  case navy
  case seafoam

  public var id: Self { self }

  public var accentColor: Color {
    switch self {
    case .bubblegum, .seafoam: return .black
    case .navy: return .white
    }
  }

  public var mainColor: Color { Color(rawValue) }
  public var name: String { self.rawValue.capitalized }
}

extension SyncUp {
  public static let mock = Self(
    id: SyncUp.ID(UUID(0)),
    attendees: [
      Attendee(id: Attendee.ID(UUID(1)), name: "Blob"),
      Attendee(id: Attendee.ID(UUID(2)), name: "Blob Jr."),
    ],
    duration: .seconds(60),
    theme: .navy,
    title: "Design"
  )
}

extension SharedReaderKey where Self == FileStorageKey<IdentifiedArrayOf<SyncUp>>.Default {
  public static var syncUps: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "sync-ups.json")), default: []]
  }
}
