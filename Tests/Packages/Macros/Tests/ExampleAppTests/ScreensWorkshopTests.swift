import ComposableArchitecture
import ComposableTestSupport
import Foundation
import Testing

@testable import ExampleApps

@MainActor
@Suite struct `The workshop` {
  private let now = Date(timeIntervalSince1970: 5_000)

  private func makeStore(
    _ jobs: IdentifiedArrayOf<Job.State> = [], clock: any Clock<Duration> = TestClock()
  ) -> TestStoreOf<JobList> {
    var state = JobList.State()
    state.jobs = jobs
    return TestStore(initialState: state) {
      JobList()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(now)
      $0.uuid = .incrementing
    }
  }

  private func makeJobs(_ minutes: Int..., ready: Set<Int> = []) -> IdentifiedArrayOf<Job.State> {
    IdentifiedArray(
      uniqueElements: minutes.enumerated().map { index, minutes in
        Job.State(id: UUID(index), isDone: ready.contains(index), minutes: minutes)
      })
  }

  private func makeForm() -> TestStoreOf<Ticket> {
    TestStore(initialState: Ticket.State(pickUp: now)) {
      Ticket()
    } withDependencies: {
      $0.date = .constant(now)
    }
  }

  @Test func `A form takes values of each type, and limits some`() async {
    let store = makeForm()
    await store.send(\.binding.frameSize, 90) { $0.frameSize = 64 }
    await store.send(\.binding.pressure, 0) { $0.pressure = 1 }
    await store.send(\.binding.pickUp, Date(timeIntervalSince1970: 0))
    await store.send(\.binding.colour, .mint) { $0.colour = .mint }
    await store.send(\.binding, .set(\.customer.phones, ["1"])) { $0.customer.phones = ["1"] }
    await store.send(\.binding.deposit, 1.25) { $0.deposit = 1.25 }
    await store.send(\.binding.notes, "") { $0.notes = "" }
    await store.send(\.binding.brakes, .disc) { $0.brakes = .disc }
  }

  @Test func `A motor adds a part to the form, which goes with it`() async {
    let store = makeForm()
    await store.send(\.binding.isElectric, true) {
      $0.isElectric = true
      $0.battery = Battery.State()
      $0.deposit = 80
    }
    await store.send(\.battery.binding.hasKey, true) { $0.battery?.hasKey = true }
    // Not a change: the battery keeps its key.
    await store.send(\.binding.isElectric, true)
    await store.send(\.binding.isElectric, false) {
      $0.isElectric = false
      $0.battery = nil
      $0.deposit = 20
    }
  }

  @Test func `A form moves its focus to what is missing`() async {
    let store = makeForm()
    await store.send(\.doneTapped) { $0.focus = .name }
    await store.send(\.binding, .set(\.customer.name, "Mona")) { $0.customer.name = "Mona" }
    await store.send(\.doneTapped) { $0.focus = .services }
  }

  @Test func `A complete form adds a job and goes`() async {
    let store = makeStore([Job.State(id: UUID(7), minutes: 10)])
    store.exhaustivity = .off
    await store.send(\.newTapped) { $0.destination = .ticket(Ticket.State(pickUp: now)) }
    await store.send(\.destination.ticket.binding, .set(\.customer.name, "Mona"))
    await store.send(\.destination.ticket.binding.services, [.wash, .chain, .tyres])
    await store.send(\.destination.ticket.doneTapped)
    await store.receive(\.destination.ticket.delegate.accepted)
    #expect(store.state.jobs.first?.bicycle == "Mona’s bicycle")
    #expect(store.state.jobs.map(\.minutes) == [60, 10])
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `A chooser in a feature enum assigns a mechanic`() async {
    let store = makeStore(makeJobs(10, 20))
    let ines = Mechanic(id: 1, name: "Ines")
    let otto = Mechanic(id: 2, name: "Otto")
    await store.send(\.assignTapped, UUID(1)) {
      $0.assigning = UUID(1)
      $0.destination = .assign(Chooser.State(title: "", options: [ines, otto]))
    }
    await store.send(\.destination.assign.binding.query, "O") {
      $0.destination?.modify(\.assign) { $0.query = "O" }
    }
    await store.send(\.destination.assign.optionTapped, 3)
    await store.send(\.destination.assign.optionTapped, 2)
    await store.receive(\.destination.assign.delegate.chose, otto) {
      $0.jobs[id: UUID(1)]?.mechanic = otto
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `A chooser that is not presented does not dismiss itself`() async {
    let store = Store(initialState: Chooser<Crop>.State(title: "", options: [.beans])) {
      Chooser<Crop>()
    }
    // Dismissing would report an issue.
    await store.send(.optionTapped(.beans)).finish()
  }

  @Test func `Ready jobs are collected after a pause`() async {
    let clock = TestClock()
    let store = makeStore(makeJobs(1, 2, 3), clock: clock)
    await store.send(\.jobs[id: UUID(0)].binding.isDone, true) { $0.jobs[0].isDone = true }
    await clock.advance(by: .seconds(2))
    await store.send(\.jobs[id: UUID(1)].binding.isDone, true) { $0.jobs[1].isDone = true }
    await store.send(\.jobs[id: UUID(2)].binding.bicycle, "C") { $0.jobs[2].bicycle = "C" }
    await clock.advance(by: .seconds(2))
    await clock.advance(by: .seconds(1))
    await store.receive(\.collectReady) { $0.jobs.move(fromOffsets: [2], toOffset: 0) }
  }

  @Test func `Ready jobs are collected at once if no time passes`() async {
    let store = makeStore(makeJobs(1, 2), clock: ImmediateClock())
    await store.send(\.jobs[id: UUID(0)].binding.isDone, true) { $0.jobs[0].isDone = true }
    await store.receive(\.collectReady) { $0.jobs.swapAt(0, 1) }
  }

  @Test func `Positions refer to the jobs that the filter shows`() async {
    let store = makeStore(makeJobs(0, 1, 2, 3, ready: [1, 3]))
    store.exhaustivity = .off
    await store.send(\.binding.filter, .done)
    await store.send(.moved([1], 0))
    #expect(store.state.jobs.map(\.minutes) == [0, 3, 1, 2])
    await store.send(.moved([0], 2))
    #expect(store.state.jobs.map(\.minutes) == [0, 1, 2, 3])
    await store.send(.moved([5], 0))
    await store.send(.moved([0], 9))
    #expect(store.state.jobs.map(\.minutes) == [0, 1, 2, 3])
    await store.send(\.deleted, [0, 7])
    #expect(store.state.jobs.map(\.minutes) == [0, 2, 3])
    #expect(JobList.Filter.allCases.map(\.title) == ["All jobs", "To do", "Ready"])
  }

  @Test func `A dialog removes ready jobs or all`() async {
    let store = makeStore(makeJobs(9, 8, 7, ready: [1]))
    await store.send(\.binding.editMode, .active) { $0.editMode = .active }
    await store.send(\.sortTapped) { $0.jobs.reverse() }
    await store.send(\.clearTapped) { $0.destination = .dialog(.clearing(count: 3)) }
    await store.send(\.destination.dialog.removeReady) {
      $0.destination = nil
      $0.jobs.remove(id: UUID(1))
    }
    await store.send(\.clearTapped) { $0.destination = .dialog(.clearing(count: 2)) }
    await store.send(\.destination.dialog.removeAll) {
      $0.destination = nil
      $0.editMode = .inactive
      $0.jobs = []
    }
  }

  @Test func `Parts have parts`() async {
    let store = TestStore(initialState: Assembly.State(id: UUID(99))) {
      Assembly()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addTapped) { $0.parts = [Assembly.State(id: UUID(0))] }
    await store.send(\.parts[id: UUID(0)].addTapped) {
      $0.parts[id: UUID(0)]?.parts = [Assembly.State(id: UUID(1))]
    }
    await store.send(\.parts[id: UUID(0)].parts[id: UUID(1)].quantityChanged, 300) {
      $0.parts[id: UUID(0)]?.parts[id: UUID(1)]?.quantity = 99
    }
    await store.send(.quantityChanged(2)) { $0.quantity = 2 }
    #expect(store.state.pieces == 198)
    await store.send(\.parts[id: UUID(0)].parts[id: UUID(1)].removeTapped) {
      $0.parts[id: UUID(0)]?.parts = []
    }
    #expect(store.state.pieces == 2)
  }
}
