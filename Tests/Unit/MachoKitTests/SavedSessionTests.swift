import Testing

/// Saving a session as a user would have written it.
@Suite struct `Saving a session` {
  private func save(
    _ lines: String, _ arguments: String..., line: String = "save saved.macho"
  ) throws -> (script: String, output: String, sandbox: Sandbox) {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      .macho, ["repl"] + arguments, input: .text(lines + "\n" + line + "\n"))
    return (try sandbox.read("saved.macho"), run.output, sandbox)
  }

  private static let session = #"""
    feature search
    actions
    state
    send apeared
    stub gitHub.searchRepositories("swift") -> [.init(id: 1, name: "swift")]
    stub gitHub.searchRepositories("swift") -> []
    stub gitHub.searchRepositories("swift") -> [Repository(id: 1, fullName: "apple/swift", description: nil, stargazersCount: 64000, language: nil, htmlURL: URL("https://a.b/1")), Repository(id: 2, fullName: "vapor/vapor", description: nil, stargazersCount: 24000, language: nil, htmlURL: URL("https://a.b/2"))] after 500ms
    compact on
    timing on
    help send
    send binding.set(query, "swift")
    send binding.set(\.query, "swif")
    state query
    undo
    effects
    send binding.set(\.query, "rust")
    effects
    advance 300
    advance 200ms
    state query
    undo
    send binding.set(\.query, "swift lang")
    send binding.set(\.query, "swift")
    effects
    advance 300ms
    effects
    expect rows.count == 2
    expect isLoading
    advance 500ms
    state rows
    expect rows.count == 3
    expect rows.count == 2
    watch favorites
    history
    mark favorites
    send rows[id: 1].favoriteButtonTaped
    send rows[id: 1].favoriteButtonTapped
    send rows[id: 2].favoriteButtonTapped
    undo
    expect favorites == ["vapor/vapor"]
    expect favorites == ["apple/swift"]
    history
    mark details
    let id = 1
    let other = 2
    send rowTapped(id: 2)
    state path
    expect path.count == 1
    effects
    goto details
    send rowTapped(id: $id)
    diff 0 1
    expect path.count == 1
    echo $id
    watch off
    history
    ! [no-such-case] send refresh
    finish
    ## a search that fails
    stub gitHub.searchRepositories("swif") -> []
    stub gitHub.searchRepositories("c") throws error("offline")
    send binding.set(\.query, "c")
    state query
    advance 800ms
    state alert
    expect alert != nil
    expect alert.title == "No"
    expect alert.title == "Cannot search"
    effects
    send alert.dismiss
    send alert.dismiss
    undo
    redo
    undo
    state
    expect alert == nil
    ## contacts
    feature contacts
    stub uuid -> incrementing
    stub date.now -> Date(0)
    actions
    send addButtonTaped
    send addButtonTapped
    state
    undo
    effects
    send addButtonTapped
    send destination.presented.addContact.nameChanged("Blob")
    state destination
    send destination.presented.addContact.saveButtonTapped
    history
    state contacts
    expect contacts.count == 2
    expect contacts.count == 1
    expect contacts[0].name == "Blob"
    state
    history
    timing off
    """#

  private static let script = #"""
    #!macho 1
    feature search
    stub gitHub.searchRepositories("swift") -> [Repository(id: 1, fullName: "apple/swift", description: nil, stargazersCount: 64000, language: nil, htmlURL: URL("https://a.b/1")), Repository(id: 2, fullName: "vapor/vapor", description: nil, stargazersCount: 24000, language: nil, htmlURL: URL("https://a.b/2"))] after 500ms
    send binding.set(\.query, "swift lang")
    |   SearchFeature.State(
    | -   query: "swift",
    | +   query: "swift lang",
    |   )
    send binding.set(\.query, "swift")
    |   SearchFeature.State(
    | -   query: "swift lang",
    | +   query: "swift",
    |   )
    advance 300ms
    receive queryChangeSettled
    |   SearchFeature.State(
    | -   isLoading: false,
    | +   isLoading: true,
    |   )
    expect isLoading
    advance 500ms
    receive searchResponse.success
    |   SearchFeature.State(
    | -   isLoading: true,
    | +   isLoading: false,
    |     rows: [
    | +     [0]: RepositoryRowFeature.State(
    | +       repository: Repository(
    | +         id: 1,
    | +         fullName: "apple/swift",
    | +         description: nil,
    | +         stargazersCount: 64000,
    | +         language: nil,
    | +         htmlURL: URL(https://a.b/1)
    | +       ),
    | +       isFavorite: false
    | +     ),
    | +     [1]: RepositoryRowFeature.State(
    | +       repository: Repository(
    | +         id: 2,
    | +         fullName: "vapor/vapor",
    | +         description: nil,
    | +         stargazersCount: 24000,
    | +         language: nil,
    | +         htmlURL: URL(https://a.b/2)
    | +       ),
    | +       isFavorite: false
    | +     )
    |     ],
    |   )
    expect rows.count == 2

    ## favorites
    send rows[id: 1].favoriteButtonTapped
    |   SearchFeature.State(
    |     rows: [
    |       [0]: RepositoryRowFeature.State(
    | -       isFavorite: false
    | +       isFavorite: true
    |       ),
    |       … (1 unchanged)
    |     ],
    |   )
    expect favorites == ["apple/swift"]

    ## details
    let id = 1
    send rowTapped(id: $id)
    |   SearchFeature.State(
    |     path: [
    | +     #0: RepositoryDetailFeature.State(
    | +       row: RepositoryRowFeature.State(
    | +         repository: Repository(
    | +           id: 1,
    | +           fullName: "apple/swift",
    | +           description: nil,
    | +           stargazersCount: 64000,
    | +           language: nil,
    | +           htmlURL: URL(https://a.b/1)
    | +         ),
    | +         isFavorite: true
    | +       )
    | +     )
    |     ],
    |   )
    expect path.count == 1
    ! [no-such-case] send refresh
    | send refresh
    |      ^^^^^^^ no-such-case: SearchFeature.Action has no case 'refresh'
    | cases: binding, searchResponse, rowTapped, rows, path, alert, appeared, queryChangeSettled
    finish

    ## a search that fails
    stub gitHub.searchRepositories("c") throws error("offline")
    send binding.set(\.query, "c")
    |   SearchFeature.State(
    | -   query: "swift",
    | +   query: "c",
    |   )
    advance 800ms
    receive queryChangeSettled
    |   SearchFeature.State(
    | -   isLoading: false,
    | +   isLoading: true,
    |   )
    receive searchResponse.failure
    |   SearchFeature.State(
    | -   isLoading: true,
    | +   isLoading: false,
    | -   alert: nil
    | +   alert: AlertState(
    | +     title: "Cannot search",
    | +     actions: [
    | +       [0]: ButtonState(
    | +         action: .send(
    | +           .retryButtonTapped
    | +         ),
    | +         label: "Try again"
    | +       ),
    | +       [1]: ButtonState(
    | +         role: .cancel,
    | +         action: .send(nil),
    | +         label: "Leave it"
    | +       )
    | +     ],
    | +     message: "offline"
    | +   )
    |   )
    expect alert != nil
    expect alert.title == "Cannot search"
    send alert.dismiss
    |   SearchFeature.State(
    | -   alert: AlertState(
    | -     title: "Cannot search",
    | -     actions: [
    | -       [0]: ButtonState(
    | -         action: .send(
    | -           .retryButtonTapped
    | -         ),
    | -         label: "Try again"
    | -       ),
    | -       [1]: ButtonState(
    | -         role: .cancel,
    | -         action: .send(nil),
    | -         label: "Leave it"
    | -       )
    | -     ],
    | -     message: "offline"
    | -   )
    | +   alert: nil
    |   )
    expect alert == nil

    ## contacts
    feature contacts
    stub uuid -> incrementing
    send addButtonTapped
    |   ContactsFeature.State(
    | -   destination: nil,
    | +   destination: .addContact(
    | +     AddContactFeature.State(
    | +       contact: Contact(
    | +         id: UUID(00000000-0000-0000-0000-000000000000),
    | +         name: ""
    | +       )
    | +     )
    | +   ),
    |   )
    send destination.presented.addContact.nameChanged("Blob")
    |   ContactsFeature.State(
    |     destination: .addContact(
    |       AddContactFeature.State(
    |         contact: Contact(
    | -         name: ""
    | +         name: "Blob"
    |         )
    |       )
    |     ),
    |   )
    send destination.presented.addContact.saveButtonTapped
    | (No state changes)
    receive destination.presented.addContact.delegate.saveContact
    |   ContactsFeature.State(
    |     contacts: [
    | +     [0]: Contact(
    | +       id: UUID(00000000-0000-0000-0000-000000000000),
    | +       name: "Blob"
    | +     )
    |     ],
    |   )
    receive destination.dismiss
    |   ContactsFeature.State(
    | -   destination: .addContact(
    | -     AddContactFeature.State(
    | -       contact: Contact(
    | -         id: UUID(00000000-0000-0000-0000-000000000000),
    | -         name: "Blob"
    | -       )
    | -     )
    | -   ),
    | +   destination: nil,
    |   )
    expect contacts.count == 1
    expect contacts[0].name == "Blob"

    """#

  @Test func `of a hundred lines leaves out what a colleague would not have written`() throws {
    let (script, output, sandbox) = try save(Self.session)
    #expect(script == Self.script)
    #expect(output.contains("\nwrote saved.macho (35 commands)\n"))
    #expect(
      output.hasSuffix(
        """
        without the undone work, the output of 4 commands differs; it was updated
        left out 12 mistakes, 28 queries, 16 lines of undone work, 5 settings of the prompt, \
        2 stubs without calls, 1 unused variable; '--verbatim' keeps them

        """), "\(output.suffix(600))")
    let test = try sandbox.run(.macho, "test", "--strict", "saved.macho")
    #expect(test.status == 0, "\(test.output)")
  }

  @Test func `does not repeat an error that a stub throws`() throws {
    let (script, _, sandbox) = try save(
      """
      stub gitHub.searchRepositories(_) throws GitHubError.unreadable
      send queryChangeSettled
      """, "search")
    #expect(script.contains("\nreceive searchResponse.failure\n"))
    #expect(try sandbox.run(.macho, "test", "--strict", "saved.macho").status == 0)
  }

  @Test func `keeps all lines if that is requested`() throws {
    let (script, output, sandbox) = try save(
      "send oops\nstate count\nsend incrementButtonTapped\nundo", "counter",
      line: "save saved.macho --verbatim --overwrite")
    #expect(script.contains("\n! [no-such-case] send oops\n"))
    #expect(script.contains("\nstate count\n| 0\n") && script.contains("\nundo\n"))
    #expect(output.hasSuffix("\nwrote saved.macho (6 commands)\n"))
    #expect(try sandbox.run(.macho, "test", "--strict", "saved.macho").status == 0)
  }

  @Test func `keeps undone work that later lines depend on, and says so`() throws {
    let (script, output, sandbox) = try save(
      """
      stub numberFact.fetch -> "zero" after 1s
      send factButtonTapped
      advance 1s
      state
      undo
      send incrementButtonTapped
      advance 5s
      """, "counter", "--context", "test")
    // The effect has ended. Without the undone line, it would wait for the next one.
    #expect(script.contains("\nadvance 1s\nreceive factResponse.success\n"))
    #expect(script.contains("\nundo\n") && !script.contains("\nstate\n"))
    #expect(output.contains("\nundone lines stay: without them, 'finish' fails: unasserted-action"))
    #expect(try sandbox.run(.macho, "test", "--strict", "saved.macho").status == 0)
  }

  @Test func `keeps undone work if a line was undone in part`() throws {
    let (script, output, sandbox) = try save(
      "stub numberFact.fetch -> \"zero\"\nsend factButtonTapped\nundo 1 action", "counter")
    #expect(script.contains("\nundo 1 action\n"))
    #expect(output.contains("\nundone lines stay: a line was undone in part\n"))
    #expect(try sandbox.run(.macho, "test", "--strict", "saved.macho").status == 0)
  }

  @Test func `keeps the context that dependencies come from`() throws {
    let (script, _, sandbox) = try save("send factButtonTapped", "counter")
    #expect(
      script.hasPrefix("#!macho 1\nfeature counter\ncontext preview\nsend factButtonTapped\n"))
    #expect(script.contains("\nreceive factResponse.success\n"))
    #expect(try sandbox.run(.macho, "test", "--strict", "saved.macho").status == 0)
  }

  @Test func `keeps a line that found an issue`() throws {
    let (script, output, sandbox) = try save(
      "send path.popFrom(id: #0)\nsend nothing", "contacts")
    #expect(script.contains("\n! [issue] send path.popFrom(id: #0)\n"))
    #expect(output.contains("\nleft out 1 mistake; '--verbatim' keeps them\n"))
    #expect(try sandbox.run(.macho, "test", "--strict", "saved.macho").status == 0)
  }

  @Test func `redacts the edited script`() throws {
    let (script, _, sandbox) = try save(
      "stub uuid -> incrementing\nsend addButtonTapped\nundo\nsend addButtonTapped\n"
        + "send destination.presented.addContact.nameChanged(\"Blob\")", "contacts", "--redact",
      "Blob")
    #expect(!script.contains("Blob") && script.contains("nameChanged(\"redacted-1\")"))
    // Updated output would not be redacted, so the undone work stays.
    #expect(script.contains("\nundo\n"))
    #expect(try sandbox.run(.macho, "test", "--strict", "saved.macho").status == 0)
  }
}
