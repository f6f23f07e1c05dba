import ComposableArchitecture
import Foundation

/// Pictures on their way to a laboratory. Two are uploaded at a time.
@Reducer
public struct Darkroom: Sendable {
  public struct Picture: Equatable, Identifiable, Sendable {
    public enum Status: Equatable, Sendable {
      case waiting, uploading, cancelled
      case uploaded(receipt: Int)
      case failed(String)
    }

    public let id: UUID
    public let name: String
    public var status = Status.waiting

    public init(id: UUID, name: String) {
      self.id = id
      self.name = name
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var isUploading = false
    public var load: LabClient.Load?
    public var pictures: IdentifiedArrayOf<Picture> = []
    public var problem: String?

    public init() {}

    /// The pictures that no upload has begun for.
    public var waiting: [Picture] { pictures.filter { $0.status == .waiting } }
  }

  public enum Action {
    case added(name: String)
    case cancelButtonTapped(id: Picture.ID)
    case loaded(LabClient.Load)
    case pollingStopped(any Error)
    case queueEmptied
    case statusChanged(id: Picture.ID, Picture.Status)
    case stopButtonTapped
    case uploadButtonTapped
    case watchToggled(Bool)
  }

  private enum CancelID: Hashable, Sendable {
    case picture(Picture.ID)
    case queue
    case watch
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.lab) private var lab
  @Dependency(\.uuid) private var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let name):
        state.pictures.append(Picture(id: uuid(), name: name))
        return .none
      case .cancelButtonTapped(let id):
        guard state.pictures[id: id]?.status == .uploading else {
          state.pictures.remove(id: id)
          return .none
        }
        return .cancel(id: CancelID.picture(id))
      case .loaded(let load):
        state.load = load
        state.problem = nil
        return .none
      case .pollingStopped(let error):
        state.load = nil
        state.problem = "\(error)"
        return .none
      case .queueEmptied:
        state.isUploading = false
        return .none
      case .statusChanged(let id, let status):
        state.pictures[id: id]?.status = status
        return .none
      case .stopButtonTapped:
        state.isUploading = false
        for id in state.pictures.ids where state.pictures[id: id]?.status == .uploading {
          state.pictures[id: id]?.status = .waiting
        }
        return .cancel(id: CancelID.queue)
      case .uploadButtonTapped:
        guard !state.isUploading, !state.waiting.isEmpty else { return .none }
        state.isUploading = true
        return .run { [pictures = state.waiting] send in
          await withTaskGroup(of: Void.self) { group in
            for (index, picture) in pictures.enumerated() {
              // Waits until one of two is finished.
              if index > 1 { await group.next() }
              _ = group.addTaskUnlessCancelled { await upload(picture, send) }
            }
          }
          await send(.queueEmptied)
        }
        .cancellable(id: CancelID.queue)
      case .watchToggled(true):
        return .run { send in
          while true {
            await send(.loaded(try await lab.load()))
            try await clock.sleep(for: .seconds(5))
          }
        } catch: { error, send in
          await send(.pollingStopped(error))
        }
        .cancellable(id: CancelID.watch, cancelInFlight: true)
      case .watchToggled(false):
        state.load = nil
        return .cancel(id: CancelID.watch)
      }
    }
  }

  /// Uploads a picture with retries. Cancelling it leaves the rest of the queue alone.
  private func upload(_ picture: Picture, _ send: Send<Action>) async {
    await send(.statusChanged(id: picture.id, .uploading))
    let status: Picture.Status
    do {
      let receipt = try await withTaskCancellation(id: CancelID.picture(picture.id)) {
        try await withRetries(3, pause: .seconds(2), clock) {
          try await lab.upload(picture: picture.name)
        }
      }
      status = .uploaded(receipt: receipt)
    } catch is CancellationError {
      status = .cancelled
    } catch {
      status = .failed("\(error)")
    }
    // If the queue was cancelled, this sends nothing.
    await send(.statusChanged(id: picture.id, status))
  }
}
