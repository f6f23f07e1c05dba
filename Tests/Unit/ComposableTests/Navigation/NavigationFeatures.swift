@testable import Composable

/// A child whose effects can be started, stopped, and used to dismiss it.
struct Leaf: Reducer {
  struct State: Equatable, Hashable, Codable, Identifiable {
    var id = 0
    var count = 0
  }
  enum Action: Equatable {
    case tap
    case start
    case stop
    case close
    case closeThenTap
    case closeOnceStopped
    case askWhetherPresented
  }
  enum CancelID { case work }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.count += 1
        return .none
      case .start:
        return .run { _ in try await Task.never() }.cancellable(id: CancelID.work)
      case .stop:
        return .cancel(id: CancelID.work)
      case .close:
        return .run { _ in await self.dismiss() }
      case .closeThenTap:
        return .run { send in
          await self.dismiss()
          await send(.tap)
        }
      case .closeOnceStopped:
        return .run { _ in
          try? await Task.never()
          await self.dismiss()
        }
        .cancellable(id: CancelID.work)
      case .askWhetherPresented:
        state.count = isPresented ? 1 : -1
        return .none
      }
    }
  }
}

/// A feature that presents one of two leaves, an alert or a dialog.
struct Branch: Reducer {
  struct State: Equatable {
    @PresentationState var destination: Destination.State?
    var observedChildren: [Leaf.State?] = []
    var replacement: Destination.State?
  }
  enum Action: Equatable {
    case show(Destination.State?)
    case replaceWhenHeard(Destination.State)
    case tap
    case stop
    case close
    case destination(PresentationAction<Destination.Action>)
  }
  enum Choice: Equatable { case confirm }

  struct Destination: Reducer {
    enum State: Equatable {
      case left(Leaf.State)
      case right(Leaf.State)
      case alert(AlertState<Choice>)
    }
    enum Action: Equatable {
      case left(Leaf.Action)
      case right(Leaf.Action)
      case alert(Choice)
    }

    var body: some ReducerOf<Self> {
      Scope(state: /State.left, action: /Action.left) { Leaf() }
      Scope(state: /State.right, action: /Action.right) { Leaf() }
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .show(let destination):
        state.destination = destination
      case .replaceWhenHeard(let replacement):
        state.replacement = replacement
      case .stop:
        return .cancel(id: Leaf.CancelID.work)
      case .close:
        return .run { _ in await dismiss() }
      case .destination:
        if case .left(let leaf) = state.destination { state.observedChildren.append(leaf) }
        if let replacement = state.replacement { state.destination = replacement }
      case .tap: break
      }
      return .none
    }
    .ifLet(\.$destination, action: /Action.destination) { Destination() }
  }
}

extension AlertState where Action == Branch.Choice {
  static let confirmation = Self {
    TextState("Sure?")
  } actions: {
    ButtonState(role: .destructive, action: .confirm) { TextState("Yes") }
  }
}

/// A feature with a stack of branches.
struct Trunk: Reducer {
  struct State: Equatable {
    var path = StackState<Branch.State>()
    var observedIDs: [StackElementID] = []
    var removesOnChildAction = false
  }
  enum Action: Equatable {
    case push
    case pop
    case removeFirst
    case removeWhenHeard
    case stop
    case path(StackAction<Branch.State, Branch.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .push: state.path.append(Branch.State())
      case .pop: state.path.removeLast()
      case .removeFirst: state.path.removeFirst()
      case .removeWhenHeard: state.removesOnChildAction = true
      case .stop: return .cancel(id: Leaf.CancelID.work)
      case .path(.element(let id, _)):
        state.observedIDs.append(id)
        if state.removesOnChildAction { state.path.pop(from: id) }
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: /Action.path) { Branch() }
  }
}

extension StoreHarness where State == Branch.State, Action == Branch.Action {
  convenience init(showing destination: Branch.Destination.State? = .left(Leaf.State())) {
    self.init(Branch.State(destination: destination)) { Branch() }
  }

  /// Sends an action of the left leaf.
  func left(_ action: Leaf.Action) { send(.destination(.presented(.left(action)))) }
}

extension StoreHarness where State == Trunk.State, Action == Trunk.Action {
  convenience init(height: Int) {
    self.init(Trunk.State()) { Trunk() }
    for _ in 0..<height { send(.push) }
  }

  /// Sends an action of an element.
  func element(_ id: StackElementID, _ action: Branch.Action) {
    send(.path(.element(id: id, action: action)))
  }

  /// Makes an element present a leaf, and starts the leaf's effect.
  func start(_ id: StackElementID) {
    element(id, .show(.left(Leaf.State())))
    element(id, .destination(.presented(.left(.start))))
  }

  /// The elements whose leaves have in-flight effects.
  var working: [StackElementID] {
    core.effects.filter { !$0.isCancelled }.compactMap {
      guard case Trunk.Action.path(.element(let id, _)) = $0.origin else { return nil }
      return id
    }
  }
}
