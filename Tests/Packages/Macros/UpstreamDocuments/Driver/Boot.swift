import ComposableArchitecture
import Foundation
import MachoArchitectures
import MachoKit

@preconcurrency @testable import CALearning

/// 004: the document's presenter, with its use case, its domain model and its interface to storage.
final class BootScreen: Drivable {
  struct State: Equatable {
    var currentView = Views.splash
    var printed: [String] = []
  }

  enum Input {
    case boot
    /// Sets the property of the domain model.
    case hasCompletedTutorial(Bool)
  }

  private let presenter = CALearning.Presenter()
  private let host: Host

  init(_ tasks: TaskRunner) {
    host = Host(tasks)
    StubbedDataStore.use()
  }

  var state: State {
    State(currentView: presenter.currentView, printed: host.printed.value)
  }

  func send(_ input: Input) {
    host.run {
      switch input {
      case .boot: presenter.boot()
      case .hasCompletedTutorial(let value): Application().hasCompletedTutorial = value
      }
    }
  }
}

/// Conforms to the domain's interface, and calls the endpoints that scripts stub.
struct StubbedDataStore: StoreInterface {
  @Dependency(\.services) private var services

  /// Makes it the store of the domain.
  static func use() { Dependencies.shared.set(mock: Dependencies(dataStore: StubbedDataStore())) }

  func save(_ keyValue: KeyValue) {
    switch keyValue {
    case .bool(let key, let value): services.save(key, value)
    }
  }

  func get<T: Key>(_ key: T) -> T.ValueType? {
    (key as? KeyValue.BoolKey).flatMap { services.get($0) } as? T.ValueType
  }

  func delete<T: Key>(_ key: T) {
    if let key = key as? KeyValue.BoolKey { services.delete(key) }
  }
}

/// 004: the document's store in the user's defaults.
final class DefaultsScreen: Drivable {
  struct State: Equatable { var hasCompletedTutorial: Bool? }

  enum Input {
    case save(Bool)
    case delete
  }

  private let store: any StoreInterface = UserDefaultsDataStore()

  var state: State { State(hasCompletedTutorial: store.get(KeyValue.BoolKey.hasCompletedTutorial)) }

  func send(_ input: Input) {
    switch input {
    case .save(let value): store.save(.bool(key: .hasCompletedTutorial, value: value))
    case .delete: store.delete(KeyValue.BoolKey.hasCompletedTutorial)
    }
  }
}

extension Driver {
  static let bootStubs = [
    Stub("dataStore.get", placeholder: nil, \.services.get),
    Stub("dataStore.save", placeholder: (), \.services.save),
    Stub("dataStore.delete", placeholder: (), \.services.delete),
  ]

  static let boot = [
    Feature(
      "boot", "004: the start of the app as a use case.", start: BootScreen.State(),
      receives: BootScreen.Input.self, stubs: bootStubs
    ) { _, context in
      BootScreen(context.tasks)
    },
    Feature(
      "user-defaults", "004: the user's defaults as a data store.", start: DefaultsScreen.State(),
      receives: DefaultsScreen.Input.self
    ) { _, _ in
      DefaultsScreen()
    },
  ]
}
