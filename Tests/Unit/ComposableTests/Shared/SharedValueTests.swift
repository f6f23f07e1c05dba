import Composable
import Foundation
import Observation
import Testing

@Suite struct SharedValueTests {
  struct Profile: Equatable, Identifiable, Sendable {
    var id = 1
    var name = "Blob"
    var nickname: String?
    var shout: String { name.uppercased() }
  }

  @Test func `A description has the type and the value`() {
    @Shared(value: "Blob") var name
    #expect($name.description == #"Shared<String>(value: "Blob")"#)
    #expect(SharedReader($name).description == #"SharedReader<String>(value: "Blob")"#)
  }

  @Test func `A modification is visible through every copy`() {
    @Shared(value: 1) var count
    let copy = $count
    $count.withLock { $0 += 1 }
    #expect(count == 2)
    #expect(copy.wrappedValue == 2)
    #expect($count.withLock { $0 } == 2)
  }

  @Test func `A value that is passed on is the same value`() {
    struct Child {
      @Shared var count: Int
    }
    @Shared(value: 1) var count
    let child = Child(count: $count)
    child.$count.withLock { $0 = 5 }
    #expect(count == 5)
  }

  @Test func `A property is shared by its key path`() {
    @Shared(value: Profile()) var profile
    let name = $profile.name
    name.withLock { $0 = "Blob Jr." }
    #expect(profile.name == "Blob Jr.")
    $profile.withLock { $0.name = "Blob Sr." }
    #expect(name.wrappedValue == "Blob Sr.")
  }

  @Test func `A computed property is shared for reading`() {
    @Shared(value: Profile()) var profile
    let shout: SharedReader<String> = $profile.shout
    $profile.withLock { $0.name = "x" }
    #expect(shout.wrappedValue == "X")
  }

  @Test func `The value of an optional is shared while it exists`() throws {
    @Shared(value: Profile()) var profile
    #expect(Shared($profile.nickname) == nil)
    $profile.withLock { $0.nickname = "B" }
    let nickname = try #require(Shared($profile.nickname))
    nickname.withLock { $0 += "!" }
    #expect(profile.nickname == "B!")
    $profile.withLock { $0.nickname = nil }
    nickname.withLock { $0 = "lost" }
    #expect(profile.nickname == nil)
    #expect(nickname.wrappedValue == "lost")
  }

  @Test func `The elements of an identified array are shared by identity`() throws {
    @Shared(value: [Profile(id: 1), Profile(id: 2)]) var profiles: IdentifiedArrayOf<Profile>
    let second = try #require(Shared($profiles[id: 2]))
    second.withLock { $0.name = "Second" }
    #expect(profiles[id: 2]?.name == "Second")
    let all = Array($profiles.elements)
    $profiles.withLock { _ = $0.remove(id: 1) }
    all[1].withLock { $0.name += "!" }
    #expect(profiles.map(\.name) == ["Second!"])
    #expect(all.map(\.wrappedValue.name) == ["Blob", "Second!"])
  }

  @Test func `The elements of an array are shared by position`() {
    @Shared(value: [1, 2]) var numbers
    for number in $numbers.elements { number.withLock { $0 *= 10 } }
    #expect(numbers == [10, 20])
    let last = $numbers.elements[1]
    $numbers.withLock { $0 = [] }
    last.withLock { $0 = 5 }
    #expect(numbers.isEmpty)
  }

  @Test func `A reader shows the value and does not modify it`() {
    @Shared(value: Profile()) var profile
    let reader = SharedReader($profile)
    let name = reader.name
    $profile.withLock { $0.name = "New" }
    #expect(reader.wrappedValue.name == "New")
    #expect(name.wrappedValue == "New")
    #expect(SharedReader.constant(3).wrappedValue == 3)
  }

  @Test func `Setting the projected value refers to another value`() {
    @Shared(value: 1) var first
    @Shared(value: 2) var second
    let copy = $first
    $first = $second
    $second.withLock { $0 = 3 }
    #expect(first == 3)
    #expect(copy.wrappedValue == 3)
  }

  @Test func `Values are equal and hash by value`() {
    @Shared(value: 1) var first
    @Shared(value: 1) var second
    #expect($first == $second)
    #expect(Set([$first, $second]).count == 1)
    $second.withLock { $0 = 2 }
    #expect($first != $second)
    @Shared(value: Profile(id: 7)) var profile
    #expect($profile.id == 7)
  }

  @Test func `A dump shows the value`() {
    struct State {
      @Shared(value: Profile()) var profile
      @SharedReader(value: 3) var count
    }
    #expect(
      String(customDumping: State()) == """
        SharedValueTests.State(
          _profile: SharedValueTests.Profile(
            id: 1,
            name: "Blob",
            nickname: nil
          ),
          _count: 3
        )
        """)
    #expect(String(customDumping: Shared(value: 0)) == "0")
    #expect("\(Shared(wrappedValue: 1, .inMemory("one")))" == #"Shared<Int>(.inMemory("one"))"#)
    #expect("\(Shared(value: 1))" == "Shared<Int>(value: 1)")
  }

  @Test func `Observers are notified of a modification`() {
    @Shared(value: Profile()) var profile
    let isChanged = LockIsolated(false)
    withObservationTracking {
      _ = $profile.name.wrappedValue
    } onChange: {
      isChanged.setValue(true)
    }
    #expect(!isChanged.value)
    $profile.withLock { $0.name = "New" }
    #expect(isChanged.value)
  }

  @Test func `Concurrent modifications exclude each other`() async {
    @Shared(value: 0) var count
    await withTaskGroup { [count = $count] group in
      for _ in 0..<100 { group.addTask { count.withLock { $0 += 1 } } }
    }
    #expect(count == 100)
  }

  @Test func `A modification that throws keeps what it did before`() {
    struct Failure: Error {}
    @Shared(value: 0) var count
    #expect(throws: Failure.self) {
      try $count.withLock {
        $0 = 1
        throw Failure()
      }
    }
    #expect(count == 1)
  }
}
