import Foundation

// States with the same names and properties as those whose changes were recorded.

enum CounterFeature {
  struct State: Equatable {
    var _count = 0
    var _name: String?
    var _isOn = false
  }
}

enum Loader {
  enum Phase: Equatable {
    case idle
    case loading(progress: Double)
    case loaded(Page)
    case failed(String, code: Int)
  }

  struct Page: Equatable {
    var number: Int
    var items: [String]
  }

  struct State: Equatable {
    var _phase: Phase = .idle
    var _title = "Loader"
  }
}

enum Todo {
  struct State: Equatable, Identifiable {
    let id: Int
    var _text = ""
    var _isComplete = false
  }
}

enum Todos {
  struct State: Equatable {
    var _todos: [Todo.State] = []
    /// Storage as a macro adds it. Without it the state would have one property and print on one line.
    var _$observationRegistrar = 0
  }
}

enum Kinds {
  final class Model: Equatable {
    let n: Int
    init(n: Int) { self.n = n }
    static func == (lhs: Model, rhs: Model) -> Bool { lhs.n == rhs.n }
  }

  struct Point: Equatable, Hashable {
    var x: Int
    var y: Int
  }

  struct State: Equatable {
    var _dict: [String: Int] = ["a": 1, "b": 2]
    var _set: Set<Int> = [1, 2, 3]
    var _array = [1, 2, 3, 4, 5]
    var _nested = [[1, 2], [3, 4]]
    var _text = "one line"
    var _multiline = "a\nb\nc"
    var _date = Date(timeIntervalSince1970: 0)
    var _uuid = Kinds.uuid(1)
    var _url = URL(string: "https://example.com/a") ?? URL(fileURLWithPath: "/")
    var _data = Data([1, 2, 3])
    var _duration = Duration.seconds(5)
    var _decimal = Decimal(3) / 2
    var _double = 1.0
    var _point = Point(x: 1, y: 2)
    var _points = [Point(x: 0, y: 0), Point(x: 1, y: 1)]
    var _model = Model(n: 1)
    var _any: AnyHashable = 1
    var _char: Character = "c"
    var _sub: Substring = "sub"
    var _range = 0..<10
  }

  static func uuid(_ last: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last))
  }
}

enum PlainRows {
  struct Row: Equatable, Identifiable {
    var id: Int
    var name: String
    var done = false
  }

  struct Anon: Equatable {
    var name: String
    var done = false
  }

  struct State: Equatable {
    var _rows = (0..<5).map { Row(id: $0, name: "Row \($0)") }
    var _anon = (0..<5).map { Anon(name: "Anon \($0)") }
  }
}

enum NoMacro {
  struct State {
    var count = 0
    var history: [Int] = []
  }
}
