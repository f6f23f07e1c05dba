import Composable

/// A feature whose state has an initializer of its own, which is not the memberwise one.
struct Form: Reducer {
  struct Field: Equatable, Sendable {
    var text: String
    var edits: Int

    /// Takes no number of edits.
    init(_ text: String = "", placeholder: String = "type here") {
      self.text = text.isEmpty ? placeholder : text
      edits = 0
    }
  }

  struct State: Equatable {
    enum Mode: Equatable, Sendable { case editing, done }

    var name: Field
    var notes: [String]
    var mode: Mode
    let limit: Int

    init(name: String, mode: Mode = .editing) {
      self.name = Field(name)
      self.mode = mode
      notes = ["new"]
      limit = name.count + 2
    }
  }

  enum Action {
    case noteAdded(String)
    case nameChanged(String)
    case doneTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .noteAdded(let note):
        if state.notes.count < state.limit { state.notes.append(note) }
      case .nameChanged(let name):
        state.name.text = name
        state.name.edits += 1
      case .doneTapped: state.mode = .done
      }
      return .none
    }
  }
}
