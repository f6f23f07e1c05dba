import Foundation

// Types typical of features: nested, generic, indirect and private, with classes and errors inside.

struct Contact: Equatable, Hashable, Identifiable, Sendable {
  let id: UUID
  var name: String
  var nick: String?
  private let rank: Int?

  init(id: UUID, name: String, nick: String? = nil, rank: Int? = nil) {
    self.id = id
    self.name = name
    self.nick = nick
    self.rank = rank
  }
}

enum Presentation<Action: Equatable>: Equatable {
  case dismiss
  indirect case presented(Action)
}

extension Presentation: Sendable where Action: Sendable {}

struct AddContact {
  enum Action: Equatable, Sendable {
    case cancelButtonTapped
    case delegate(Delegate)
    case setName(String)

    enum Delegate: Equatable, Sendable {
      case cancel
      case saveContact(Contact)
    }
  }
}

enum Destination: Equatable, Sendable {
  case addContact(AddContact.Action)
  case alert
}

struct Contacts {
  enum Action: Equatable, Sendable {
    case addButtonTapped
    case deleteButtonTapped(id: Int)
    case destination(Presentation<Destination>)
    case element(id: Int, action: AddContact.Action)
    case move(from: Set<Int>, to: Int)
    case rename(String, to: String?)
    case setFilter(Filter)
    case toggled(Bool)
  }

  enum Filter: String, Equatable, CaseIterable, Hashable, Sendable {
    case all
    case active
    case none
  }
}

enum Loading: Sendable {
  case start
  case response(Result<[Int], any Error>)
}

struct Failure: Error, Equatable, Sendable {
  var code: Int
}

enum NetworkError: Error, Equatable, Sendable {
  case offline
  case status(Int)
}

indirect enum Tree: Equatable {
  case leaf
  case node(Tree, Int, Tree)
  case value(String)
}

enum Generic<T: Equatable>: Equatable {
  case one(T)
  case many([T])
  case labelled(T?, key: String)
  case nothing
  indirect case again(Generic<T>)
}

final class Model: Equatable {
  let n: Int
  init(n: Int) { self.n = n }
  static func == (lhs: Model, rhs: Model) -> Bool { lhs.n == rhs.n }
}

enum WithClass: Equatable {
  case model(Model)
  case number(Int)
}

struct Registrar: Equatable, Hashable {
  var id = 7
}

/// The storage that a macro generates for `count`, `isLoading` and `query`.
struct Observed: Equatable {
  var _count = 0
  var _isLoading = false
  var _query: String? = nil
  let _$observationRegistrar = Registrar(id: 42)

  init(count: Int = 0, isLoading: Bool = false, query: String? = nil) {
    _count = count
    _isLoading = isLoading
    _query = query
  }
}

struct Search {
  struct State: Equatable {
    var query = ""
    var results: [Int] = []
    var settings = Settings()
    var contact: Contact?
    var filter = Contacts.Filter.all
  }

  struct Settings: Equatable {
    var language = "en"
    var limits = Limits()
  }

  struct Limits: Equatable {
    var low = 0
    var high = 10
  }
}

struct Shapes: Equatable {
  var optional: Int??
  var tuple: Pair
  var range: Range<Int>
  var closed: ClosedRange<Double>
  var hashable: AnyHashable
  var nested: [String: [Int?]]

  struct Pair: Equatable {
    var x: Int
    var y: String
  }
}

enum Tricky: Equatable {
  case none
  case some(Int)
  case pair((Int, String))
  case void(Void)

  static func == (lhs: Tricky, rhs: Tricky) -> Bool { areEqual(lhs, rhs) }

  private static func areEqual(_ lhs: Tricky, _ rhs: Tricky) -> Bool {
    switch (lhs, rhs) {
    case (.none, .none), (.void, .void): true
    case (.some(let a), .some(let b)): a == b
    case (.pair(let a), .pair(let b)): a == b
    default: false
    }
  }
}
