import Testing

@testable import MachoValues

/// Types as they are after changes.
enum Budget {
  struct Expense: Equatable {
    var title: String
    var amount: Int
    var isRecurring: Bool
    var note: String?
  }

  enum Filter: Equatable {
    case all
    case named(String)
  }

  enum Action: Equatable {
    case add(Expense)
    case filter(Filter)
    case loaded([Expense], isCached: Bool)
    case refresh
    case select(id: Int)
  }
}

@Suite struct `A mismatch of a text and a declaration` {
  private func alternatives(
    _ read: () throws(ValueError) -> Void
  ) -> [[String]] {
    do throws(ValueError) {
      try read()
      return []
    } catch {
      let alternatives = error.mismatch?.alternatives(ValueSyntax()) ?? []
      return alternatives.map { $0.map(Self.text) }
    }
  }

  /// Returns `select.row > id`, `- Expense.note` or `+ Expense.title = ""`, without the outer types.
  private static func text(_ change: MemberChange) -> String {
    let name = change.owner.suffix(1).joined() + "." + change.member
    return switch change.kind {
    case .rename(let new): "\(name) > \(new)"
    case .remove: "- \(name)"
    case .add(let value): "+ \(name) = \(value)"
    }
  }

  @Test(arguments: [
    (#"Expense(title: "tea", amount: 2)"#, [["+ Expense.isRecurring = false"]]),
    (
      #".init(title: "tea")"#,
      [["+ Expense.amount = 0", "+ Expense.isRecurring = false"]]
    ),
    (#"Expense(name: "tea", amount: 2, isRecurring: true)"#, [["Expense.name > title"]]),
    (
      #"Expense(title: "tea", amount: 2, isRecurring: true, notes: "x")"#,
      [["Expense.notes > note"]]
    ),
    (
      #"Expense(title: "tea", amount: 2, isRecurring: true, shop: 7)"#, [["- Expense.shop"]]
    ),
    (
      #"Expense(shop: 7, amount: 2, isRecurring: true)"#,
      [["- Expense.shop", #"+ Expense.title = """#]]
    ),
    (#"Expense(title: "tea", amount: "2", isRecurring: true)"#, []),
  ])
  func `shows how properties changed`(text: String, changes: [[String]]) {
    let found = alternatives { () throws(ValueError) in
      _ = try ValueSyntax().read(text[...], as: Budget.Expense.self)
    }
    #expect(found == changes)
  }

  @Test(arguments: [
    ("select(3)", [["select.0 > id"]]), ("select(row: 3)", [["select.row > id"]]),
    ("select", [["+ select.id = 0"]]), ("loaded([])", [["+ loaded.isCached = false"]]),
    ("loaded([], isCached: true, 4)", [["- loaded.2"]]),
    ("refresh(isForced: true)", [["- refresh.isForced"]]),
    (#"filter(.named(name: "x"))"#, [["named.name > 0"]]),
    (#"add(Expense(title: "tea", amount: 2))"#, [["+ Expense.isRecurring = false"]]),
  ])
  func `shows how a payload changed`(text: String, changes: [[String]]) {
    let found = alternatives { () throws(ValueError) in
      _ = try ValueSyntax().read(text[...], as: Budget.Action.self)
    }
    #expect(found == changes)
  }

  @Test(arguments: [
    ("selct(id: 3)", [["Action.selct > select"], ["- Action.selct"]]),
    ("archive", [["- Action.archive"]]), ("filter(.none)", [["- Filter.none"]]),
  ])
  func `shows that a case may be gone`(text: String, changes: [[String]]) {
    let found = alternatives { () throws(ValueError) in
      _ = try ValueSyntax().read(text[...], as: Budget.Action.self)
    }
    #expect(found == changes)
  }

  @Test func `compares patterns and paths, too`() {
    let pattern = alternatives { () throws(ValueError) in
      _ = try ValuePattern(
        reading: "loaded(_, _, _)", type: Budget.Action.self, syntax: ValueSyntax())
    }
    #expect(pattern == [["- loaded.2"]])
    let path = alternatives { () throws(ValueError) in
      _ = try ValuePath(reading: "titel").type(in: Budget.Expense.self)
    }
    #expect(path == [["Expense.titel > title"], ["- Expense.titel"]])
  }

  @Test func `does not concern the types of libraries`() {
    let found = alternatives { () throws(ValueError) in
      _ = try ValueSyntax().read("succes(3)", as: Result<Int, CancellationError>.self)
    }
    #expect(found == [])
  }
}
