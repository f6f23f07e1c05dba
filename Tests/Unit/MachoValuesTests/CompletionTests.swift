import MachoValues
import Testing

@Suite struct CompletionTests {
  let syntax = ValueSyntax()

  private func texts<T>(_ text: String, _ type: T.Type = Contacts.Action.self) -> [String] {
    syntax.completions(of: text[...], as: type).map(\.text)
  }

  @Test("cases complete with their first label and show their types")
  func cases() {
    #expect(texts("de") == ["deleteButtonTapped(id: ", "destination("])
    #expect(texts(".add") == [".addButtonTapped"])
    let all = syntax.completions(of: "del", as: Contacts.Action.self)
    #expect(
      all == [
        Completion(
          replacing: 0..<3, text: "deleteButtonTapped(id: ", title: "deleteButtonTapped(id: Int)",
          detail: "")
      ])
    #expect(texts("").count == 8)
  }

  @Test("chains, arguments and elements complete by their own types")
  func nested() {
    // A case without a payload is complete, so it comes first.
    #expect(texts("destination.") == ["dismiss", "presented("])
    #expect(texts("destination.presented.addContact.de") == ["delegate("])
    #expect(texts("destination(.presented(.addContact(.delegate(.s") == [".saveContact("])
    #expect(texts("element(") == ["id: ", "action: "])
    #expect(texts("element(id: 3, ac") == ["action: "])
    #expect(texts("element(id: 3, action: .s") == [".setName("])
    #expect(texts("toggled(t") == ["true"])
    #expect(texts("setFilter(a") == ["all", "active"])
    #expect(texts("rename(\"a\", to: n") == ["nil"])
    #expect(texts("[.a", [Contacts.Filter].self) == [".all", ".active"])
    #expect(texts("[\"x\": a", [String: Contacts.Filter].self) == ["all", "active"])
    #expect(
      texts("Contact(id: UUID(1), n", Contact.self) == ["name: ", "nick: "])
    #expect(texts("$c with(id: UUID(1), n", Contact.self) == ["name: ", "nick: "])
    #expect(texts("$c wi", Contact.self) == [])
    #expect(
      texts("destination.presented.addContact.delegate.saveContact(C") == ["Contact(id: "])
    #expect(texts("f", Bool.self) == ["false"])
  }

  @Test("an order of overrides is kept")
  func overriddenOrder() {
    var syntax = syntax
    syntax.caseOverrides.add(CaseOverrides(AddContact.Action.self, order: ["setName"]))
    #expect(
      syntax.completions(of: "", as: AddContact.Action.self).map(\.text)
        == ["setName(", "delegate(", "cancelButtonTapped"])
  }

  @Test("no completions inside strings, after a complete value, or for unknown names")
  func nothing() {
    for text in ["setName(\"", "addButtonTapped ", "nope(", "element(x: ", "3"] {
      #expect(texts(text).isEmpty, "\(text)")
    }
  }

  @Test("a comparison completes by the value at its path")
  func comparisons() {
    func texts(_ text: String) -> [String] {
      syntax.completions(ofComparison: text[...], in: TypedValue(Search.State())).map(\.text)
    }
    #expect(texts("res") == ["results"])
    #expect(texts("results ") == ["== ", "!= ", "contains "])
    #expect(texts("results == ") == ["[]", "["])
    #expect(texts("results.count <") == ["< ", "<= "])
    #expect(texts("results contains x ") == [])
    #expect(texts("filter i") == ["is "])
    #expect(texts("filter is a") == ["all", "active"])
    #expect(texts("contact is ").last == "nil")
  }

  @Test("names with an underscore complete only if one is typed")
  func underscores() {
    struct Cache {
      var name = ""
      // swift-format-ignore: AlwaysUseLowerCamelCase
      var __storage = 1
    }
    let root = TypedValue(Cache())
    #expect(syntax.completions(ofPath: "", in: root).map(\.text) == ["name"])
    #expect(syntax.completions(ofPath: "_", in: root).map(\.text) == ["__storage"])
  }

  @Test("paths complete by the live value")
  func paths() {
    let root = TypedValue(Search.State())
    let found = syntax.completions(ofPath: "re", in: root)
    #expect(found == [Completion(replacing: 0..<2, text: "results", detail: "[Int]")])
    #expect(
      syntax.completions(ofPath: "settings.limits.", in: root).map(\.text) == ["low", "high"])
    #expect(
      syntax.completions(ofPath: "results.", in: root).map(\.text)
        == ["count", "isEmpty", "first", "last"])
    #expect(syntax.completions(ofPath: "nope.", in: root).isEmpty)
  }
}
