import Foundation
import MachoValues

extension Contact: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Contact {
    Contact(
      id: .arbitrary(&generator), name: .arbitrary(&generator), nick: .arbitrary(&generator),
      rank: .arbitrary(&generator))
  }
}

extension AddContact.Action: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    switch generator.below(4) {
    case 0: .cancelButtonTapped
    case 1: .delegate(.cancel)
    case 2: .setName(.arbitrary(&generator))
    default: .delegate(.saveContact(.arbitrary(&generator)))
    }
  }
}

extension Destination: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Destination {
    generator.below(3) == 0 ? .alert : .addContact(.arbitrary(&generator))
  }
}

extension Presentation: Arbitrary where Action: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    generator.below(3) == 0 ? .dismiss : .presented(.arbitrary(&generator))
  }
}

extension Contacts.Filter: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    allCases[generator.below(allCases.count)]
  }
}

extension Contacts.Action: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    switch generator.below(8) {
    case 0: .addButtonTapped
    case 1: .deleteButtonTapped(id: .arbitrary(&generator))
    case 2: .destination(.arbitrary(&generator))
    case 3: .element(id: .arbitrary(&generator), action: .arbitrary(&generator))
    case 4: .move(from: .arbitrary(&generator), to: .arbitrary(&generator))
    case 5: .rename(.arbitrary(&generator), to: .arbitrary(&generator))
    case 6: .setFilter(.arbitrary(&generator))
    default: .toggled(.arbitrary(&generator))
    }
  }
}

extension Tree: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Tree {
    switch generator.below(4) {
    case 0: .node(.arbitrary(&generator), .arbitrary(&generator), .arbitrary(&generator))
    case 1: .value(.arbitrary(&generator))
    default: .leaf
    }
  }
}

extension Generic: Arbitrary where T: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Generic<T> {
    switch generator.below(5) {
    case 0: .one(.arbitrary(&generator))
    case 1: .many(.arbitrary(&generator))
    case 2: .labelled(.arbitrary(&generator), key: .arbitrary(&generator))
    case 3: .again(.arbitrary(&generator))
    default: .nothing
    }
  }
}

extension Tricky: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Tricky {
    switch generator.below(4) {
    case 0: .none
    case 1: .some(.arbitrary(&generator))
    case 2: .pair((.arbitrary(&generator), .arbitrary(&generator)))
    default: .void(())
    }
  }
}

extension Result: Arbitrary where Success: Arbitrary, Failure == NetworkError {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    generator.below(2) == 0 ? .success(.arbitrary(&generator)) : .failure(.arbitrary(&generator))
  }
}

extension NetworkError: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> NetworkError {
    generator.below(2) == 0 ? .offline : .status(.arbitrary(&generator))
  }
}

extension ScriptedError: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> ScriptedError {
    ScriptedError(.arbitrary(&generator))
  }
}

extension Shapes: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Shapes {
    Shapes(
      optional: .arbitrary(&generator),
      tuple: Pair(x: .arbitrary(&generator), y: .arbitrary(&generator)),
      range: .arbitrary(&generator), closed: .arbitrary(&generator),
      hashable: .arbitrary(&generator), nested: .arbitrary(&generator))
  }
}

extension AnyHashable: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> AnyHashable {
    switch generator.below(6) {
    case 0: Int.arbitrary(&generator)
    case 1: String.arbitrary(&generator)
    case 2: Bool.arbitrary(&generator)
    case 3: UUID.arbitrary(&generator)
    case 4: Int8.arbitrary(&generator)
    default: Double(generator.below(100)) / 4
    }
  }
}

extension Observed: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Observed {
    Observed(
      count: .arbitrary(&generator), isLoading: .arbitrary(&generator),
      query: .arbitrary(&generator))
  }
}
