import CustomDump
import Foundation
import Testing

@testable import MachoDiff

/// An `==` that ignores `note`.
private struct Parcel: Hashable {
  var size: Int
  var note = ""

  static func == (left: Self, right: Self) -> Bool { left.size == right.size }
  func hash(into hasher: inout Hasher) { hasher.combine(size) }
}

private struct Depot: Equatable {
  var first: Parcel?
  var list: [Parcel] = []
  var byName: [String: Parcel] = [:]
  var set: Set<Parcel> = []
  var stage: Stage = .empty
}

private enum Stage: Equatable {
  case empty
  case loading(Parcel, since: Int)

  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.empty, .empty), (.loading, .loading): true
    default: false
    }
  }
}

private struct Labelled: Equatable, CustomDumpStringConvertible {
  var label: String
  static func == (left: Self, right: Self) -> Bool { true }
  var customDumpDescription: String { label }
}

private struct Wrapped: Equatable, CustomDumpRepresentable {
  var parcel: Parcel
  static func == (left: Self, right: Self) -> Bool { true }
  var customDumpValue: Any { parcel }
}

/// A copy of a shared value, as a state has it.
private struct Copied: Equatable, DumpSnapshot {
  private final class Source: Sendable {}
  private static let source = Source()

  var parcel: Parcel
  var snapshotValue: Any? { parcel }
  var _customDiffValues: (Any, Any) { (parcel, parcel) }
  var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(Self.source) }
}

private struct Office: Equatable { var shared: Copied }

/// A custom `==` may take values for equal whose dumps differ. No diff hides such a change.
@Suite struct IncompleteEqualityTests {
  private let before = Parcel(size: 1, note: "a")
  private let after = Parcel(size: 1, note: "b")

  private func expectChange<State>(
    _ old: State, _ new: State, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = stateDiff(old, new)
    #expect(
      text?.contains("note: \"b\"") == true && text?.contains("note: \"a\"") == true,
      "\(text ?? "nil")", sourceLocation: sourceLocation)
    #expect(stateDiff(old, old) == nil, sourceLocation: sourceLocation)
    #expect(stateDiff(new, new) == nil, sourceLocation: sourceLocation)
  }

  @Test func `A property that == ignores is shown when it changes`() {
    #expect(
      stateDiff(before, after) == """
          Parcel(
            size: 1,
        -   note: "a"
        +   note: "b"
          )
        """)
  }

  @Test func `The change is shown wherever the value is nested`() {
    expectChange(Depot(first: before), Depot(first: after))
    expectChange(Depot(list: [before]), Depot(list: [after]))
    expectChange(Depot(byName: ["x": before]), Depot(byName: ["x": after]))
    expectChange(Depot(set: [before]), Depot(set: [after]))
    expectChange(
      Depot(stage: .loading(before, since: 3)), Depot(stage: .loading(after, since: 3)))
    expectChange(Optional(before), after)
    expectChange([before], [after])
    expectChange(["k": [before]], ["k": [after]])
    expectChange(before as Any, after as Any)
    expectChange(Wrapped(parcel: before), Wrapped(parcel: after))
  }

  @Test func `A part of a shared value is shown when it changes`() {
    expectChange(Office(shared: Copied(parcel: before)), Office(shared: Copied(parcel: after)))
  }

  @Test func `A description that differs is a change`() {
    #expect(stateDiff(Labelled(label: "a"), Labelled(label: "b")) == "- a\n+ b")
    #expect(stateDiff(Labelled(label: "a"), Labelled(label: "a")) == nil)
  }

  @Test func `One changed element among many equal ones is found`() {
    let old = (0..<50).map { Parcel(size: $0 % 3, note: "a") }
    var new = old
    new[17].note = "b"
    expectChange(old, new)
    #expect(stateDiff(Depot(list: old), Depot(list: old.map { $0 })) == nil)
  }

  @Test func `Equal values with other storage have no change`() {
    let text = String(repeating: "long enough for the heap", count: 3)
    func copy() -> Parcel { Parcel(size: 1, note: String(decoding: text.utf8, as: UTF8.self)) }
    #expect(
      stateDiff(
        Depot(first: copy(), list: [copy()], byName: ["a": copy(), "b": copy()], set: [copy()]),
        Depot(first: copy(), list: [copy()], byName: ["b": copy(), "a": copy()], set: [copy()]))
        == nil)
  }
}
