import Testing

@testable import Composable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private struct Fact: Sendable, DependencyKey {
  var text: String
  static let liveValue = Fact(text: "live")
}

private struct Full: Sendable, DependencyKey {
  var text: String
  static let liveValue = Full(text: "live")
  static let previewValue = Full(text: "preview")
  static let testValue = Full(text: "test")
}

private struct OnlyTest: Sendable, TestDependencyKey {
  var text: String
  static let testValue = OnlyTest(text: "test")
}

extension DependencyValues {
  fileprivate var fact: Fact {
    get { self[Fact.self] }
    set { self[Fact.self] = newValue }
  }
}

private enum Nickname: DependencyKey {
  static let liveValue: String? = nil
  static let testValue: String? = "test"
}

@Suite struct DependencyTests {
  @Test func `A default that is an Optional keeps its value`() {
    withDependencies {
      $0.context = .test
    } operation: {
      @Dependency(Nickname.self) var first
      @Dependency(Nickname.self) var second
      #expect(first == "test")
      #expect(second == "test")
    }
  }

  @Test(arguments: [DependencyContext.live, .preview, .test])
  func `Each context has its value`(context: DependencyContext) {
    withDependencies {
      $0.context = context
    } operation: {
      @Dependency(Full.self) var full
      #expect(full.text == "\(context)")
    }
  }

  @Test func `A preview uses the live value, or else the test value`() {
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.fact) var fact
      @Dependency(OnlyTest.self) var onlyTest
      #expect(fact.text == "live")
      #expect(onlyTest.text == "test")
    }
  }

  @Test func `A live value used in a test is an issue that names the dependency, each time`() {
    withDependencies {
      $0 = DependencyValues(context: .test)
    } operation: {
      for _ in 0..<2 {
        let issues = issues {
          @Dependency(\.fact) var fact
          #expect(fact.text == "live")
        }
        #expect(issues.count == 1)
        #expect(
          issues.first?.message.contains(#"@Dependency(\.fact) has no test implementation"#) == true
        )
      }
    }
  }

  @Test func `A key without a live value is an issue in a live context`() {
    withDependencies {
      $0 = DependencyValues(context: .live)
    } operation: {
      let issues = issues {
        @Dependency(OnlyTest.self) var onlyTest
        #expect(onlyTest.text == "test")
      }
      #expect(issues.count == 1)
      #expect(
        issues.first?.message.contains("@Dependency(OnlyTest.self) has no live implementation")
          == true)
    }
  }

  @Test func `Dependencies at the use override those at the creation`() {
    struct Model {
      @Dependency(\.fact) var fact
      @Dependency(\.uuid) var uuid
    }
    let model = withDependencies {
      $0.fact = Fact(text: "made")
      $0.uuid = .constant(UUID(7))
    } operation: {
      Model()
    }
    #expect(model.fact.text == "made")
    withDependencies {
      $0.fact = Fact(text: "used")
    } operation: {
      #expect(model.fact.text == "used")
      #expect(model.uuid() == UUID(7))
    }
  }

  @Test func `A default value that reads another dependency sees the overrides of the reader`() {
    struct Caption: TestDependencyKey {
      var text: String
      static var testValue: Self {
        @Dependency(\.fact) var fact
        return Self(text: "about " + fact.text)
      }
    }
    final class Model {
      @Dependency(Caption.self) var caption
    }
    let model = withDependencies {
      $0.context = .test
      $0.fact = Fact(text: "made")
    } operation: {
      Model()
    }
    #expect(model.caption.text == "about made")
  }

  @Test func `New dependency values reset overrides and default values`() {
    struct Counter: TestDependencyKey {
      var next: @Sendable () -> Int
      static var testValue: Self {
        let count = LockIsolated(0)
        return Self {
          count.withValue {
            $0 += 1
            return $0
          }
        }
      }
    }
    @Dependency(Counter.self) var counter
    #expect(counter.next() == 1)
    withDependencies {
      $0.fact = Fact(text: "around")
    } operation: {
      withDependencies {
        $0 = DependencyValues()
        $0.context = .live
      } operation: {
        @Dependency(\.fact) var fact
        #expect(fact.text == "live")
      }
    }
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      #expect(counter.next() == 1)
      #expect(counter.next() == 2)
    }
    #expect(counter.next() == 2)
  }

  @Test func `A later change of a value does not change values that were derived from it`() {
    var original = DependencyValues(context: .test)
    original.fact = Fact(text: "one")
    var derived = original
    derived.uuid = .constant(UUID(1))
    original.fact = Fact(text: "two")
    #expect(derived.fact.text == "one")
    #expect(original.merging(derived).fact.text == "one")
    #expect(derived.merging(original).fact.text == "two")
    #expect(derived.merging(original).uuid() == UUID(1))
  }

  @Test func `A reducer uses the store's dependencies, whatever the sender's are`() {
    var dependencies = DependencyValues(context: .test)
    dependencies.fact = Fact(text: "store")
    let harness = StoreHarness<[String], Int>([], dependencies: dependencies) {
      Reduce { state, _ in
        @Dependency(\.fact) var fact
        state.append(fact.text)
        return .none
      }
    }
    harness.send(0)
    withDependencies {
      $0.fact = Fact(text: "around")
    } operation: {
      harness.send(0)
    }
    #expect(harness.core.state == ["store", "store"])
  }

  @Test func `An effect and its child tasks run under the dependencies of its reducer`() {
    var dependencies = DependencyValues(context: .test)
    dependencies.fact = Fact(text: "store")
    let harness = StoreHarness<Int, String>(dependencies: dependencies) {
      guard $0 == "go" else { return .none }
      return .run { send in
        @Dependency(\.fact) var fact
        await send(fact.text)
        async let child = { () async -> String in
          @Dependency(\.fact) var fact
          return "child " + fact.text
        }()
        await send(child)
      }
    }
    harness.send("go")
    #expect(harness.actions == ["go", "store", "child store"])
  }

  @Test func `Dependencies can be passed to a closure that runs later`() {
    let later = withDependencies {
      $0.fact = Fact(text: "taken")
    } operation: {
      withEscapedDependencies { $0 }
    }
    later.yield {
      @Dependency(\.fact) var fact
      #expect(fact.text == "taken")
    }
  }

  @Test func `Overrides persist across suspensions`() async {
    await withDependencies {
      $0.fact = Fact(text: "async")
    } operation: {
      await Task.yield()
      @Dependency(\.fact) var fact
      #expect(fact.text == "async")
    }
  }
}
