import ComposableMacros
import Foundation
import Synchronization
import Testing

@ObservableState
private struct Parent: Codable, Hashable {
  var child = Child()
  var name = ""
  var numbers: [Int] = []
  var optional: Child?
  var rows: IdentifiedArrayOf<Row> = []
}

@ObservableState
private struct Child: Codable, Hashable {
  var count = 0
}

@ObservableState
private struct Row: Codable, Hashable, Identifiable {
  let id: Int
  var isFavorite = false
}

@ObservableState
@CasePathable
@dynamicMemberLookup
private enum Screen: Equatable {
  case empty
  case child(Child)
}

@Suite struct `an observable state` {
  @Test func `reports a change of the property that was read`() {
    var state = Parent()
    #expect(isChangeReported(reading: { _ = state.name }, during: { state.name = "Blob" }))
    #expect(isChangeReported(reading: { _ = state.numbers }, during: { state.numbers.append(1) }))
  }

  @Test func `does not report a change of another property`() {
    var state = Parent()
    #expect(!isChangeReported(reading: { _ = state.name }, during: { state.numbers = [1] }))
  }

  @Test func `does not report a change inside a child that was read as a whole`() {
    var state = Parent()
    #expect(!isChangeReported(reading: { _ = state.child }, during: { state.child.count += 1 }))
    #expect(
      isChangeReported(reading: { _ = state.child.count }, during: { state.child.count += 1 }))
  }

  @Test func `reports that a child is replaced`() {
    var state = Parent()
    #expect(isChangeReported(reading: { _ = state.child }, during: { state.child = Child() }))
    #expect(isChangeReported(reading: { _ = state.optional }, during: { state.optional = Child() }))
    #expect(
      !isChangeReported(reading: { _ = state.optional }, during: { state.optional?.count += 1 }))
    #expect(isChangeReported(reading: { _ = state.optional }, during: { state.optional = nil }))
  }

  @Test func `reports that a copy is restored after a modification in place`() {
    var state = Parent()
    let before = state.child
    state.child.count += 1
    #expect(isChangeReported(reading: { _ = state.child }, during: { state.child = before }))
  }

  @Test func `reports inserted and removed rows, but not changes inside one`() {
    var state = Parent()
    state.rows = [Row(id: 1), Row(id: 2)]
    #expect(
      !isChangeReported(
        reading: { _ = state.rows }, during: { state.rows[id: 1]?.isFavorite = true }))
    #expect(
      isChangeReported(
        reading: { _ = state.rows[id: 1]?.isFavorite },
        during: { state.rows[id: 1]?.isFavorite = false }))
    #expect(isChangeReported(reading: { _ = state.rows }, during: { state.rows.remove(id: 2) }))
  }

  @Test func `has the identity of its case's state if it is an enum`() {
    var child = Screen.child(Child())
    let id = child._$id
    child.modify(\.child) { $0.count += 1 }
    #expect(child._$id == id)
    child = .child(Child())
    #expect(child._$id != id)
    #expect(Screen.empty._$id == Screen.empty._$id)
    #expect(Screen.empty._$id != id)
  }

  @Test func `gets a new identity when modified in place only if it has a copy`() {
    var state = Child()
    let copy = state
    state._$willModify()
    #expect(state._$id != copy._$id)
  }

  @Test func `is compared, hashed and encoded by its declared properties`() throws {
    var state = Parent()
    state.name = "Blob"
    state.rows = [Row(id: 1, isFavorite: true)]
    var other = Parent()
    #expect(state != other)
    other.name = "Blob"
    other.rows = state.rows
    #expect(state == other)
    #expect(state.hashValue == other.hashValue)
    let data = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(Parent.self, from: data) == state)
  }

  @Test func `modifies its values in place, without a copy`() {
    var state = Probing()
    let isOnlyOwner = state.probe.isOnlyOwnerDuringChange()
    #expect(isOnlyOwner)
    state.probe = Probe()
    let isStillOnlyOwner = state.probe.isOnlyOwnerDuringChange()
    #expect(isStillOnlyOwner)
  }

  @Test func `creates a default value once`() {
    let before = Counted.made.load(ordering: .relaxed)
    _ = Counting()
    #expect(Counted.made.load(ordering: .relaxed) == before + 1)
  }

  @Test func `calls a property's willSet and didSet`() {
    var state = Watching()
    state.query = "a"
    state.query += "b"
    #expect(state.changes == [" -> a", "a -> ab"])
  }
}

@ObservableState
private struct Probing {
  var probe = Probe()
}

@ObservableState
private struct Counting {
  var number = Counted()
}

@ObservableState
private struct Watching {
  @ObservationStateIgnored var changes: [String] = []
  var query = "" {
    didSet { changes.append("\(oldValue) -> \(query)") }
  }
}

/// A value that reports whether a modification would copy it.
private struct Probe {
  private final class Storage {}

  private var storage = Storage()

  mutating func isOnlyOwnerDuringChange() -> Bool { isKnownUniquelyReferenced(&storage) }
}

/// A type that counts its instances.
private struct Counted {
  static let made = Atomic(0)

  init() {
    Self.made.wrappingAdd(1, ordering: .relaxed)
  }
}
