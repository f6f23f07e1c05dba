// A feature that needs the product ComposableCombine.
import ComposableArchitecture

struct Publisher<Output> {}

func effect() -> Effect<Int> {
  .publisher { Publisher<Int>() }
}

@MainActor
func observe(_ store: Store<Int, Int>) {
  _ = store.publisher
}
