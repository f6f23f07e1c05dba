import ComposableArchitecture
import Foundation

@DependencyClient
public struct SoundEffectClient: Sendable {
  public var load: @Sendable (_ fileName: String) async -> Void
  public var play: @Sendable () async -> Void
}

extension SoundEffectClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var soundEffectClient: SoundEffectClient {
    get { self[SoundEffectClient.self] }
    set { self[SoundEffectClient.self] = newValue }
  }
}

public struct SpeechRecognitionResult: Equatable, Sendable {
  public var bestTranscription: String
  public var isFinal: Bool

  public init(bestTranscription: String, isFinal: Bool) {
    self.bestTranscription = bestTranscription
    self.isFinal = isFinal
  }
}

@DependencyClient
public struct TranscriptClient: Sendable {
  public var authorizationStatus: @Sendable () -> SpeechAuthorization = { .denied }
  public var requestAuthorization: @Sendable () async -> SpeechAuthorization = { .denied }
  public var startTask:
    @Sendable (_ locale: Locale) async -> AsyncThrowingStream<SpeechRecognitionResult, any Error> =
      { _ in .finished() }
}

extension TranscriptClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var transcriptClient: TranscriptClient {
    get { self[TranscriptClient.self] }
    set { self[TranscriptClient.self] = newValue }
  }
}
