import ComposableArchitecture
import Foundation

@Reducer
public struct Todo: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable {
    public var description = ""
    public let id: UUID
    public var isComplete = false

    public init(description: String = "", id: UUID, isComplete: Bool = false) {
      self.description = description
      self.id = id
      self.isComplete = isComplete
    }
  }

  public enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    BindingReducer()
  }
}
