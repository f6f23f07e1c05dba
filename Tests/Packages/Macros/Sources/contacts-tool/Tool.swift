import Clocks
import CombineSchedulers
import ComposableArchitecture
import Contacts
import Foundation

/// A feature of the executable, in addition to those of the library.
@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case incremented
    case set(Int)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .incremented: state.count += 1
      case .set(let count): state.count = count
      }
      return .none
    }
  }
}

@main
struct Tool {
  @MainActor static func main() async {
    let counter = Store(initialState: Counter.State()) { Counter() }
    counter.send(.incremented)
    counter.send(.set(counter.state.count + 1))
    print("count:", counter.state.count)

    let store = Store(initialState: ContactList.State()) {
      ContactList()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.contactsClient.load = { [Contact(id: UUID(), name: "Blob")] }
    }
    await store.send(.refreshed).finish()
    print("contacts:", store.state.contacts.map(\.name))
    store.send(.addButtonTapped)
    store.send(.destination(.presented(.add(.nameChanged("Blob Jr.")))))
    print("adding:", store.state.destination?.add?.contact.name ?? "nobody")
    await store.send(.destination(.presented(.add(.saveButtonTapped)))).finish()
    print("contacts:", store.state.contacts.map(\.name))
    print("destination:", store.state.destination == nil ? "none" : "some")
  }
}
