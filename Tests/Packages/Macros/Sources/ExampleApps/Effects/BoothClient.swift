import ComposableArchitecture

/// The microphone and the dictionary of a translation booth.
@DependencyClient
public struct BoothClient: Sendable {
  public enum Permission: Equatable, Sendable {
    case undecided, granted, refused, forbiddenByPolicy
  }

  public struct Utterance: Equatable, Sendable {
    public var isComplete: Bool
    public var text: String

    public init(_ text: String, isComplete: Bool = false) {
      self.isComplete = isComplete
      self.text = text
    }
  }

  public enum Failure: Error, Equatable, Sendable {
    case microphoneUnplugged
    case noWord(String)
  }

  public var hangUp: @Sendable () async -> Void
  public var listen: @Sendable () async throws -> AsyncThrowingStream<Utterance, any Error>
  public var permission: @Sendable () async -> Permission = { .undecided }
  public var translate: @Sendable (_ text: String) async throws -> String
}

extension BoothClient: DependencyKey {
  public static var liveValue: Self {
    let words = UncheckedSendable(Glossary())
    return Self(
      hangUp: {},
      listen: { .finished(throwing: Failure.microphoneUnplugged) },
      permission: { .granted },
      translate: { try words.value.translate($0) })
  }

  /// A speaker who says a sentence, a word each half a second.
  public static var previewValue: Self {
    @Dependency(\.continuousClock) var clock
    let isListening = LockIsolated(false)
    let sentence = ["good", "morning", "world"]
    let words = UncheckedSendable(Glossary())
    return Self(
      hangUp: { isListening.setValue(false) },
      listen: {
        isListening.setValue(true)
        let spoken = LockIsolated<[String]?>([])
        return AsyncThrowingStream {
          guard let said = spoken.value else { return nil }
          let text = said.joined(separator: " ")
          if said.count < sentence.count { try await clock.sleep(for: .milliseconds(500)) }
          guard isListening.value, said.count < sentence.count else {
            spoken.setValue(nil)
            return Utterance(text, isComplete: true)
          }
          spoken.setValue(said + [sentence[said.count]])
          return Utterance(sentence[...said.count].joined(separator: " "))
        }
      },
      permission: { .granted },
      translate: { try words.value.translate($0) })
  }

  public static let testValue = Self()
}

extension DependencyValues {
  public var booth: BoothClient {
    get { self[BoothClient.self] }
    set { self[BoothClient.self] = newValue }
  }
}

/// The words that the booth knows. It is not `Sendable`, but never changes.
private final class Glossary {
  private var words = ["good": "bonum", "morning": "mane", "world": "munde"]

  func translate(_ text: String) throws -> String {
    try text.split(separator: " ").map { word in
      guard let translated = words[word.lowercased()] else {
        throw BoothClient.Failure.noWord(String(word))
      }
      return translated
    }
    .joined(separator: " ")
  }
}
