// Older names.
import ComposableArchitecture

struct Counter: ReducerProtocol {
  func reduce(into state: inout Int, action: Int) -> EffectTask<Int> { .none }
}

let sheet: ActionSheetState<Int>? = nil

struct Form {
  @BindableState var query = ""
}

extension PersistenceReaderKey where Self == PersistenceKeyDefault<AppStorageKey<Bool>> {}

func save(_ key: some PersistenceKey) -> EffectPublisher<Int> { .none }
