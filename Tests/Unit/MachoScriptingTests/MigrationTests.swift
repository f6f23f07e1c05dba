import MachoSessions
import MachoValues
import Testing

@testable import MachoScripting

@Suite struct `A migration` {
  private func migrate(
    _ text: String, rename: [String] = [], add: [String] = [], remove: [String] = []
  ) throws -> Migration.Result {
    let changes =
      try rename.map { try MemberChange(renaming: $0) }
      + add.map { try MemberChange(adding: $0) } + remove.map { try MemberChange(removing: $0) }
    return try Migration(changes: changes, catalog: [LedgerFeature()])
      .migrate(Array(text.utf8), path: "a.macho")
  }

  // MARK: Properties

  @Test func `adds a property to the values of its type in commands and in output`() throws {
    let result = try migrate(
      """
      feature ledger
      start Ledger.State(expenses: [Expense(title: "rent", amount: 9)])
      stub api.load -> [.init(title: "tea", amount: 2)] after 1s, then throws error("x")
      send add(.init(title: "tea", amount: 2))
      |   Ledger.State(
      |     expenses: [
      | +     [1]: Ledger.Expense(
      | +       title: "tea",
      | +       amount: 2
      | +     )
      |     ]
      |   )
      receive loaded([Ledger.Expense(title: "tea", amount: 2)], isCached: true)
      expect expenses[0] == Expense(title: "rent", amount: 9)
      state expenses[0]
      | Ledger.Expense(
      |   title: "rent",
      |   amount: 9
      | )
      """, add: ["Expense.isRecurring=false"])
    #expect(
      result.new.text == """
        feature ledger
        start Ledger.State(expenses: [Expense(title: "rent", amount: 9, isRecurring: false)])
        stub api.load -> [.init(title: "tea", amount: 2, isRecurring: false)] after 1s, then throws error("x")
        send add(.init(title: "tea", amount: 2, isRecurring: false))
        |   Ledger.State(
        |     expenses: [
        | +     [1]: Ledger.Expense(
        | +       title: "tea",
        | +       amount: 2,
        | +       isRecurring: false
        | +     )
        |     ]
        |   )
        receive loaded([Ledger.Expense(title: "tea", amount: 2, isRecurring: false)], isCached: true)
        expect expenses[0] == Expense(title: "rent", amount: 9, isRecurring: false)
        state expenses[0]
        | Ledger.Expense(
        |   title: "rent",
        |   amount: 9,
        |   isRecurring: false
        | )
        """)
    #expect(result.notes == [])
  }

  @Test func `changes the rows of cases, the parameters of 'source' and what replaces properties`()
    throws
  {
    let result = try migrate(
      """
      feature ledger
      let base = State(expenses: [], page: 4)

      ## cases of a table
      - rent, count
      - Expense(name: "rent", amount: 9), 1
      - $base, 2
      start $base with(expenses: [$rent with(name: "tea")], sheet: $count)
      source more with(first: Expense(name: "a", amount: 1))

      -- more --
      send add(Expense(name: "b", amount: 3))
      """, rename: ["Expense.name=title", "Ledger.State.sheet=page"])
    #expect(
      result.new.text == """
        feature ledger
        let base = State(expenses: [], page: 4)

        ## cases of a table
        - rent, count
        - Expense(title: "rent", amount: 9), 1
        - $base, 2
        start $base with(expenses: [$rent with(title: "tea")], page: $count)
        source more with(first: Expense(title: "a", amount: 1))

        -- more --
        send add(Expense(title: "b", amount: 3))
        """)
    #expect(result.notes == [])
  }

  @Test func `removes and renames a property of one type only`() throws {
    let result = try migrate(
      """
      feature ledger
      send add(Expense(note: "x", name: "tea", amount: 2, isRecurring: false))
      |   Ledger.State(
      |     expenses: [
      |       [0]: Ledger.Expense(
      | -       name: "rent",
      | +       name: "tea",
      | -       note: "a"
      | +       note: "x"
      |       )
      |     ]
      |   )
      expect expenses[0].name == "name: tea" and page == 0
      """, rename: ["Expense.name=title"], remove: ["Expense.note"])
    #expect(
      result.new.text == """
        feature ledger
        send add(Expense(title: "tea", amount: 2, isRecurring: false))
        |   Ledger.State(
        |     expenses: [
        |       [0]: Ledger.Expense(
        | -       title: "rent"
        | +       title: "tea"
        |       )
        |     ]
        |   )
        expect expenses[0].title == "name: tea" and page == 0
        """)
    #expect(result.changed == [2, 6, 7, 11])
  }

  @Test func `does not add to properties that are laid over the start state`() throws {
    let text = "feature ledger\nstart Ledger.State(page: 2)\n"
    #expect(try migrate(text, add: ["State.filter=.all"]).changed == [])
    let whole = "feature ledger\nstart Ledger.State(expenses: [], page: 2)\n"
    #expect(
      try migrate(whole, add: ["State.filter=.all"]).new.text
        == "feature ledger\nstart Ledger.State(expenses: [], filter: .all, page: 2)\n")
    let nested = "feature ledger\nstart Ledger.State(expenses: [Expense(title: \"tea\")])\n"
    #expect(
      try migrate(nested, add: ["Expense.isRecurring=false"]).new.text
        == "feature ledger\nstart Ledger.State(expenses: [Expense(title: \"tea\", isRecurring: false)])\n"
    )
  }

  @Test func `adds to values that leave another property to its default`() throws {
    let result = try migrate(
      """
      feature ledger
      stub api.load -> [Expense(title: "tea")]
      send add(Expense(amount: 2))
      let state = State(page: 2)
      start $state with(expenses: [Expense(title: "tea")])
      """, add: ["Expense.isRecurring=false", "State.filter=.all"])
    #expect(
      result.new.text == """
        feature ledger
        stub api.load -> [Expense(title: "tea", isRecurring: false)]
        send add(Expense(amount: 2, isRecurring: false))
        let state = State(page: 2)
        start $state with(expenses: [Expense(title: "tea", isRecurring: false)])
        """)
  }

  // MARK: Payloads and cases

  @Test func `changes the values of a payload by their labels and positions`() throws {
    let text = """
      feature ledger
      send loaded([])
      send refresh
      send select(3)
      send filter(.over(5))
      receive loaded
      receive loaded(_)
      receive loaded([])
      """
    let result = try migrate(
      text, rename: ["Action.select.0=id", "Filter.over.0=amount"],
      add: ["Action.loaded.isCached=false", "refresh.isForced=true", "Filter.over.isStrict=true"])
    #expect(
      result.new.text == """
        feature ledger
        send loaded([], isCached: false)
        send refresh(isForced: true)
        send select(id: 3)
        send filter(.over(amount: 5, isStrict: true))
        receive loaded
        receive loaded(_)
        receive loaded([], isCached: false)
        """)
    #expect(result.notes == [])
  }

  @Test func `removes the label of a value`() throws {
    let result = try migrate(
      """
      feature ledger
      send loaded(rows: [], isCached: true)
      receive loaded(rows: _, isCached: false)
      """, rename: ["Action.loaded.rows=0"])
    #expect(
      result.new.text == """
        feature ledger
        send loaded([], isCached: true)
        receive loaded(_, isCached: false)
        """)
    #expect(result.notes == [])
  }

  @Test func `adds and removes values without labels once`() throws {
    let text = "feature ledger\nsend loaded(isCached: true)\nsend select(7, id: 3)\n"
    func next(_ text: String) throws -> Migration.Result {
      try migrate(text, add: ["Action.loaded.0=[]"], remove: ["Action.select.0"])
    }
    let first = try next(text)
    #expect(
      first.new.text == "feature ledger\nsend loaded([], isCached: true)\nsend select(id: 3)\n")
    #expect(try next(first.new.text).changed == [])
  }

  @Test func `removes the commands that send or receive a removed case`() throws {
    let result = try migrate(
      """
      feature ledger
      send clear
      | (No state changes)
      # kept
      receive clear
      send refresh(isForced: true)
      ! send clear
      """, remove: ["Ledger.Action.clear"])
    #expect(
      result.new.text == """
        feature ledger
        # kept
        send refresh(isForced: true)
        ! send clear
        """)
    #expect(
      result.notes == [
        .init(
          place: .init(line: 4, column: 1), oldPlace: .init(line: 7, column: 1),
          message: "this command must fail")
      ])
  }

  @Test func `changes paths with wildcards, keys, Optionals and computed properties`() throws {
    let result = try migrate(
      """
      feature ledger
      expect recurring[*].name contains "tea"
      expect expenses.last?.name == recurring.first?.name
      expect expenses[sheet].name == recurring[sheet].name
      always expenses[*].name == old(expenses[*].name)
      once recurring[0].name == "a" always recurring.count >= old(sheet)
      state recurring[0].name
      let name = expenses.first?.name
      """, rename: ["Expense.name=title", "Ledger.State.sheet=page"])
    #expect(
      result.new.text == """
        feature ledger
        expect recurring[*].title contains "tea"
        expect expenses.last?.title == recurring.first?.title
        expect expenses[page].title == recurring[page].title
        always expenses[*].title == old(expenses[*].title)
        once recurring[0].title == "a" always recurring.count >= old(page)
        state recurring[0].title
        let name = expenses.first?.title
        """)
    #expect(result.notes == [])
  }

  // MARK: Files

  @Test func `changes JSON in sections`() throws {
    let result = try migrate(
      """
      feature ledger
      stub api.load -> @file("found.json")
      -- found.json --
      [
        {"name": "tea", "amount": 2}
      ]

      """, rename: ["Expense.name=title"], add: ["Expense.isRecurring=false"])
    #expect(
      result.new.text.hasSuffix(
        "[\n  {\"title\": \"tea\", \"amount\": 2, \"isRecurring\": false}\n]\n"))
  }

  @Test func `changes the properties of a feature in sections`() throws {
    let result = try migrate(
      """
      feature ledger
      send clear
      -- ledger.properties.macho --
      always sheet >= 0
      after clear sheet == 0

      """, rename: ["Ledger.State.sheet=page"])
    #expect(
      result.new.text.hasSuffix("properties.macho --\nalways page >= 0\nafter clear page == 0\n"))
    #expect(result.changed == [4, 5])
  }

  @Test func `changes recordings of apps`() throws {
    let result = try migrate(
      #"""
      {"feature":"ledger","macho":1,"state":"Ledger.State(\n  expenses: [],\n  filter: .all,\n  page: 0\n)"}
      {"action":"Ledger.Action.add(\n  Ledger.Expense(\n    title: \"tea\",\n    amount: 2\n  )\n)"}
      {"action":".clear","values":{"random":[18446744073709551615]}}
      {"action":".refresh(isForced: true)"}

      """#, add: ["Expense.isRecurring=false"], remove: ["Action.clear"])
    #expect(
      result.new.text == #"""
        {"feature":"ledger","macho":1,"state":"Ledger.State(\n  expenses: [],\n  filter: .all,\n  page: 0\n)"}
        {"action":"Ledger.Action.add(\n  Ledger.Expense(\n    title: \"tea\",\n    amount: 2,\n    isRecurring: false\n  )\n)"}
        {"action":".refresh(isForced: true)"}

        """#)
    #expect(result.changed == [2])
  }

  @Test func `changes the calls of endpoints in recordings`() throws {
    let result = try migrate(
      #"""
      {"feature":"ledger","macho":1,"state":"Ledger.State(\n  page: 0\n)"}
      {"answer":"api.load -> [Ledger.Expense(title: \"tea\", amount: 2)]","time":5}
      {"call":"api.load","returned":"[Ledger.Expense(title: \"tea\", amount: 2)]"}
      {"action":".refresh(isForced: true)","time":6}

      """#, add: ["Expense.isRecurring=false"])
    #expect(
      result.new.text == #"""
        {"feature":"ledger","macho":1,"state":"Ledger.State(\n  page: 0\n)"}
        {"answer":"api.load -> [Ledger.Expense(title: \"tea\", amount: 2, isRecurring: false)]","time":5}
        {"call":"api.load","returned":"[Ledger.Expense(title: \"tea\", amount: 2, isRecurring: false)]"}
        {"action":".refresh(isForced: true)","time":6}

        """#)
    #expect(result.changed == [2, 3])
  }

  // MARK: Places that are not changed

  @Test func `notes a value whose type is not known`() throws {
    let result = try migrate(
      "feature ledger\nlet tea = .init(title: \"tea\", amount: 2)\n",
      add: ["Expense.isRecurring=false"])
    #expect(result.changed == [])
    #expect(result.notes.map(\.place) == [.init(line: 2, column: 11)])
    #expect(
      result.notes.first?.message
        == "the type of this value is not known; it may be 'Ledger.Expense'")
  }

  @Test func `notes a removed property in a condition`() throws {
    let result = try migrate(
      "feature ledger\nexpect expenses[0].note == \"x\"\n", remove: ["Expense.note"])
    #expect(result.changed == [])
    #expect(result.notes.map(\.message) == ["'note' was removed from 'Ledger.Expense'"])
  }

  @Test func `names types that no feature has, with similar names`() throws {
    let migration = try Migration(
      changes: [MemberChange(removing: "Expens.note")], catalog: [LedgerFeature()])
    #expect(migration.unknownOwners.map(\.name) == ["Expens"])
    #expect(migration.unknownOwners.map(\.candidates) == [["Ledger.Expense"]])
  }

  @Test(arguments: [
    (
      "Expense.isRecuring=false",
      "'Ledger.Expense' has no 'isRecuring'; did you mean 'isRecurring'?"
    ),
    ("Expense.isRecurring=3", "invalid value:\n3\n^"),
    ("Expense.isRecurring=(", "invalid value:\n(\n^ unclosed"),
    ("Filter.isStrict=true", "'Ledger.Filter' is an enum: add to one of its cases"),
    ("isRecurring=false", "the type of 'isRecurring' is missing"),
    ("Expense.isRecurring", "'=' is missing in 'Expense.isRecurring'"),
    ("Expense.is-recurring=1", "invalid name 'is-recurring'"),
  ])
  func `rejects an added property that is not one`(option: String, message: String) {
    let error = #expect(throws: MigrationError.self) {
      try Migration(changes: [MemberChange(adding: option)], catalog: [LedgerFeature()])
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `rejects a renamed property that the driver still has, under no other name`() throws {
    let error = #expect(throws: MigrationError.self) {
      try Migration(
        changes: [MemberChange(renaming: "Ledger.State.filter=page")], catalog: [LedgerFeature()])
    }
    #expect(
      error?.description
        == "'Ledger.State' still has 'filter': build the driver with the change first")
    let result = try migrate(
      "feature ledger\nstart Ledger.State(sheet: 1, page: .all)\n",
      rename: ["Ledger.State.sheet=page", "Ledger.State.page=filter"])
    #expect(result.new.text == "feature ledger\nstart Ledger.State(page: 1, filter: .all)\n")
  }

  @Test(arguments: [
    ("start Ledger.State(sheet: 1, page: 2)", 2), ("start $base with(page: 2, sheet: 1)", 2),
    ("state\n| Ledger.State(\n|   sheet: 1,\n|   page: 2\n| )", 5),
    ("start State(\n  page: 2,\n  sheet: 1)", 4),
  ])
  func `refuses to give two properties one name`(command: String, line: Int) throws {
    let text = "feature ledger\n\(command)\n"
    let failure = Migration.Failure(
      line: line, message: "two arguments or properties would have the name 'page'")
    let everywhere = try Migration(
      renamings: [Renaming(parsing: "sheet=page")], catalog: [LedgerFeature()])
    #expect(throws: failure) { try everywhere.migrate(Array(text.utf8), path: "a.macho") }
    if !command.hasPrefix("state") {
      #expect(throws: failure) { try migrate(text, rename: ["Ledger.State.sheet=page"]) }
    }
    // The place is that of the file, although a line above is removed.
    let longer = "feature ledger\nsend clear\n" + text.dropFirst("feature ledger\n".count)
    let both = try Migration(
      renamings: [Renaming(parsing: "sheet=page")],
      changes: [MemberChange(removing: "Ledger.Action.clear")], catalog: [LedgerFeature()])
    #expect(throws: Migration.Failure(line: line + 1, message: failure.message)) {
      try both.migrate(Array(longer.utf8), path: "a.macho")
    }
  }

  @Test func `refuses it in recordings, too`() throws {
    let text = #"""
      {"feature":"ledger","macho":1,"state":"Ledger.State(\n  page: 0\n)"}
      {"action":".add(.init(name: \"tea\", title: \"x\"))","time":6}

      """#
    #expect(
      throws: Migration.Failure(
        line: 2, message: "two arguments or properties would have the name 'title'")
    ) { try migrate(text, rename: ["Expense.name=title"]) }
  }

  @Test func `rejects a removed property that the driver still has`() {
    let error = #expect(throws: MigrationError.self) {
      try Migration(changes: [MemberChange(removing: "Expense.title")], catalog: [LedgerFeature()])
    }
    #expect(
      error?.description
        == "'Ledger.Expense' still has 'title': build the driver with the change first")
  }
}
