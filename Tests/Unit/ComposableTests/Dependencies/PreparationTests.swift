import Testing

@testable import Composable

private struct Database: Sendable, DependencyKey {
  var name: String
  static let liveValue = Database(name: "live")
  static let testValue = Database(name: "test")
}

private final class Counter: Sendable, DependencyKey {
  static var liveValue: Counter { Counter() }
  static var testValue: Counter { Counter() }
}

@Suite struct PreparationTests {
  @Test func `A prepared value is the default from then on, in tasks as well`() async {
    prepareDependencies { $0[Database.self] = Database(name: "prepared") }
    @Dependency(Database.self) var database
    #expect(database.name == "prepared")
    let name = await Task {
      @Dependency(Database.self) var database
      return database.name
    }.value
    #expect(name == "prepared")
    withDependencies {
      $0[Database.self].name = "overridden"
    } operation: {
      #expect(database.name == "overridden")
    }
  }

  @Test func `A value that one test prepared is not visible in another`() {
    @Dependency(Database.self) var database
    #expect(database.name == "test")
  }

  @Test func `A dependency that was used cannot be prepared`() {
    @Dependency(Database.self) var database
    #expect(database.name == "test")
    let line: UInt = #line + 2
    let issues = issues {
      prepareDependencies { $0[Database.self] = Database(name: "late") }
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("Database") == true)
    #expect(database.name == "test")
  }

  @Test func `A dependency whose use was discarded can be prepared`() {
    @Dependency(Counter.self) var counter
    let before = counter
    let used = withRestoredDependencyDefaults {
      @Dependency(Database.self) var database
      return database.name
    }
    #expect(used == "test")
    prepareDependencies { $0[Database.self] = Database(name: "prepared") }
    @Dependency(Database.self) var database
    #expect(database.name == "prepared")
    #expect(counter === before)
  }

  @Test func `A dependency cannot be prepared twice, but modified during its preparation`() {
    prepareDependencies { $0[Database.self].name += " changed" }
    let issues = issues {
      prepareDependencies { $0[Database.self].name = "again" }
    }
    #expect(issues.count == 1)
    @Dependency(Database.self) var database
    #expect(database.name == "test changed")
  }

  @Test func `The context can be prepared`() {
    prepareDependencies { $0.context = .live }
    @Dependency(Database.self) var database
    @Dependency(\.context) var context
    #expect(context == .live)
    #expect(database.name == "live")
  }

  @Test func `Within a test a default is created once`() {
    @Dependency(Counter.self) var one
    @Dependency(Counter.self) var two
    #expect(one === two)
    withDependencies {
      $0.resetDefaults()
    } operation: {
      @Dependency(Counter.self) var three
      #expect(one === two)
      #expect(
        three
          !== DependencyDefaults.current.value(of: Counter.self, in: .test, for: .current) {
            DependencyAccess(
              name: "", callSite: CallSite(fileID: #fileID, filePath: #filePath, line: 0, column: 0)
            )
          })
    }
  }
}

@Suite struct ModelTests {
  private final class Parent {
    @Dependency(\.uuid) var uuid
    @Dependency(Database.self) var database

    func child() -> Child { withDependencies(from: self) { Child() } }
  }
  private class Child {
    @Dependency(Database.self) var database
  }
  private final class GrandChild: Child {}
  private final class Lonely {}

  private let parent = withDependencies {
    $0[Database.self] = Database(name: "parent's")
  } operation: {
    Parent()
  }

  @Test func `A child made from a model has the model's dependencies`() {
    #expect(parent.child().database.name == "parent's")
  }

  @Test func `Overrides for the child and the current dependencies have precedence`() {
    let child = withDependencies(from: parent) {
      $0[Database.self].name += " changed"
    } operation: {
      Child()
    }
    #expect(child.database.name == "parent's changed")
    let other = withDependencies {
      $0[Database.self].name = "around"
    } operation: {
      parent.child()
    }
    #expect(other.database.name == "around")
  }

  @Test func `Properties of a base class count, also for an asynchronous operation`() async {
    let grandChild = withDependencies(from: parent) { GrandChild() }
    let name = await withDependencies(from: grandChild) {
      await Task.yield()
      return Child().database.name
    }
    #expect(name == "parent's")
  }

  @Test func `A model without dependencies is an issue`() {
    let issues = issues {
      withDependencies(from: Lonely()) {}
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("Lonely") == true)
  }
}
