import ComposableMacros
import Testing

@DependencyClient
private struct Client: Sendable {
  var fetch: @Sendable (_ id: Int, _ force: Bool) async throws -> String
  var isOnline: @Sendable () -> Bool = { false }
  var isPrime: @Sendable (Int) -> Bool = { $0 == 2 }
  var log: @Sendable (String) -> Void
  @DependencyEndpoint(method: "lookUp") var find: @Sendable (_ name: String) -> Int? = { _ in nil }
  var limit = 3
}

@DependencyClient
private struct Account: Sendable {
  let id: Int
  var isActive = true
  var name: @Sendable () throws -> String
  var isPrime: @Sendable (Int) -> Bool = unimplemented("Account.isPrime", placeholder: false)
}

@Suite struct `a dependency client` {
  @Test func `reports an unimplemented endpoint, and throws if possible`() async {
    let client = Client()
    let issues = await issues {
      await #expect(throws: _$Unimplemented("fetch")) {
        try await client.fetch(id: 1, force: true)
      }
      client.log("hello")
    }
    #expect(issues == ["Unimplemented: 'Client.fetch'", "Unimplemented: 'Client.log'"])
  }

  @Test func `returns the default of an endpoint after the report`() async {
    let client = Client()
    let issues = await issues {
      #expect(!client.isOnline())
      #expect(client.isPrime(2))
      #expect(client.lookUp(name: "Blob") == nil)
    }
    #expect(
      issues == [
        "Unimplemented: 'Client.isOnline'", "Unimplemented: 'Client.isPrime'",
        "Unimplemented: 'Client.find'",
      ])
  }

  @Test func `calls the assigned closure, by property or by labelled method`() async throws {
    var client = Client()
    client.fetch = { id, force in "\(id), \(force)" }
    client.find = { $0.count }
    #expect(try await client.fetch(id: 1, force: false) == "1, false")
    #expect(try await client.fetch(2, true) == "2, true")
    #expect(client.lookUp(name: "Blob") == 4)
    #expect(client.limit == 3)
  }

  @Test func `may have defaults that are generic functions`() async {
    let issues = await issues { #expect(!Account(id: 1).isPrime(2)) }
    #expect(issues.count == 2)
    #expect(issues.first == "Unimplemented: 'Account.isPrime'")
  }

  @Test func `has an initializer of the properties that are not endpoints`() async {
    let account = Account(id: 3, isActive: false)
    #expect(account.id == 3 && !account.isActive)
    let issues = await issues {
      #expect(throws: _$Unimplemented("name")) { try account.name() }
    }
    #expect(issues == ["Unimplemented: 'Account.name'"])
  }

  @Test func `has a memberwise initializer`() {
    let client = Client(
      fetch: { _, _ in "" }, isOnline: { true }, isPrime: { _ in true }, log: { _ in },
      find: { _ in 1 }, limit: 5)
    #expect(client.isOnline())
    #expect(client.limit == 5)
  }
}
