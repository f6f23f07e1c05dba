import ComposableArchitecture
import Foundation

/// A mechanic of the workshop.
package struct Mechanic: Equatable, Identifiable, Sendable {
  package let id: Int
  let name: String
}

/// A bicycle that waits for its repair.
@Reducer
package struct Job {
  @ObservableState
  package struct State: Equatable, Identifiable {
    package let id: UUID
    var bicycle = ""
    var isDone = false
    var mechanic: Mechanic?
    var minutes = 30
  }

  package enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  package var body: some ReducerOf<Self> { BindingReducer() }
}

/// The jobs of a bicycle workshop, as a list that the user edits, filters and sorts.
@Reducer
package struct JobList {
  @ObservableState
  package struct State: Equatable {
    /// The job for which a mechanic is being chosen.
    var assigning: Job.State.ID?
    @Presents var destination: Destination.State?
    var editMode = EditMode.inactive
    package var filter = Filter.all
    var jobs: IdentifiedArrayOf<Job.State> = []

    package init() {}

    /// The jobs that the filter shows.
    package var visible: IdentifiedArrayOf<Job.State> {
      jobs.filter { filter == .all || $0.isDone == (filter == .done) }
    }
  }

  package enum Filter: CaseIterable, Hashable, Sendable {
    case all, open, done

    package var title: LocalizedStringKey {
      switch self {
      case .all: "All jobs"
      case .open: "To do"
      case .done: "Ready"
      }
    }
  }

  package enum Action: BindableAction {
    case assignTapped(Job.State.ID)
    case binding(BindingAction<State>)
    case clearTapped
    case collectReady
    case deleted(IndexSet)
    case destination(PresentationAction<Destination.Action>)
    case jobs(IdentifiedActionOf<Job>)
    case moved(IndexSet, Int)
    case newTapped
    case sortTapped
  }

  @Reducer
  package enum Destination {
    case assign(Chooser<Mechanic>)
    case dialog(ConfirmationDialogState<Dialog>)
    case ticket(Ticket)

    @CasePathable
    package enum Dialog { case removeAll, removeReady }
  }

  private enum CancelID { case collection }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date.now) private var now
  @Dependency(\.uuid) private var uuid

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .newTapped:
        state.destination = .ticket(Ticket.State(pickUp: now))
        return .none

      case .destination(.presented(.ticket(.delegate(.accepted(let ticket))))):
        var job = Job.State(id: uuid(), bicycle: "\(ticket.customer.name)’s bicycle")
        job.minutes = 20 * ticket.services.count
        state.jobs.insert(job, at: 0)
        return .none

      case .assignTapped(let id):
        guard let job = state.jobs[id: id] else { return .none }
        let mechanics = [Mechanic(id: 1, name: "Ines"), Mechanic(id: 2, name: "Otto")]
        state.assigning = id
        state.destination = .assign(
          Chooser.State(
            title: job.bicycle,
            options: IdentifiedArray(uniqueElements: mechanics.filter { $0 != job.mechanic })))
        return .none

      case .destination(.presented(.assign(.delegate(.chose(let mechanic))))):
        if let id = state.assigning { state.jobs[id: id]?.mechanic = mechanic }
        return .none

      // Ready jobs are collected when none has changed for three seconds.
      case .jobs(.element(_, .binding(\.isDone))):
        return .run { send in
          try await clock.sleep(for: .seconds(3))
          await send(.collectReady, animation: .default)
        }
        .cancellable(id: CancelID.collection, cancelInFlight: true)

      case .collectReady:
        state.jobs.sort { !$0.isDone && $1.isDone }
        return .none

      case .deleted(let offsets):
        let visible = state.visible
        for offset in offsets where visible.indices.contains(offset) {
          state.jobs.remove(id: visible[offset].id)
        }
        return .none

      case .moved(let offsets, let target):
        let visible = state.visible
        guard 0...visible.count ~= target else { return .none }
        let sources = offsets.filter(visible.indices.contains)
          .compactMap { state.jobs.index(id: visible[$0].id) }
        let destination =
          target == visible.endIndex
          ? state.jobs.endIndex : state.jobs.index(id: visible[target].id)
        state.jobs.move(fromOffsets: IndexSet(sources), toOffset: destination ?? 0)
        return .none

      case .sortTapped:
        state.jobs.sort { $0.minutes < $1.minutes }
        return .none

      case .clearTapped:
        state.destination = .dialog(.clearing(count: state.jobs.count))
        return .none

      case .destination(.presented(.dialog(let choice))):
        state.jobs.removeAll { choice == .removeAll || $0.isDone }
        if state.jobs.isEmpty { state.editMode = .inactive }
        return .none

      case .binding, .destination, .jobs:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.jobs, action: \.jobs) { Job() }
  }
}

extension JobList.Destination.State: Equatable {}

extension ConfirmationDialogState<JobList.Destination.Dialog> {
  /// A dialog that asks which jobs to remove.
  static func clearing(count: Int) -> Self {
    Self {
      TextState("Remove jobs?")
    } actions: {
      ButtonState(role: .destructive, action: .removeAll) { TextState("All \(count)") }
      ButtonState(role: .destructive, action: .removeReady) { TextState("Ready ones") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("They cannot be restored.")
    }
  }
}
