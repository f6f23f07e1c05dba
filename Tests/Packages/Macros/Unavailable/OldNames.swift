// Names from before 1.0.
import ComposableArchitecture

struct Counter: ReducerProtocol {
  func reduce(into state: inout Int, action: Int) -> EffectTask<Int> { .none }
}

let sheet: ActionSheetState<Int>? = nil
