import ComposableMacros
import Testing

@CasePathable
@dynamicMemberLookup
private enum Event: Equatable {
  case closed
  case deleted(id: Int)
  case moved(from: Int, to: Int)
  case nested(Inner)
  indirect case twice(Self, Self)

  @CasePathable
  enum Inner: Equatable {
    case `default`
    case value(String)
  }
}

@CasePathable
private enum Wrapped<Value> {
  case none
  case some(Value)
}

/// Its parameter has the name of an associated type of `Sequence`.
@CasePathable
private enum Pair<Element> {
  case one(Element)
  case two(Element, Element)
}

/// Its cases capture metatypes that are not `Sendable`. This may cause no warning.
@CasePathable
private enum Choice<Left: Equatable, Right: Equatable>: Equatable {
  case left(Left)
  case both(Left, right: Right)
}

/// The body of `AllCasePaths.subscript(root:)` never runs. This may cause no warning.
@CasePathable
private enum Nothing {}

/// A payload that is not `Sendable`, and one that is uninhabited. Neither may cause a warning.
@CasePathable
private enum Odd {
  case box(Box)
  case never(Nothing)

  final class Box {
    var value = 0
  }

  enum Nothing {}
}

@Suite struct `a case-pathable enum` {
  @Test func `a parameter may be named as an associated type of Sequence`() {
    #expect(Pair.one(3)[case: \.one] == 3)
    #expect(Pair.two("a", "b")[case: \.two]?.1 == "b")
    #expect(Pair.one(3)[case: \.two] == nil)
  }

  @Test func `The key path of a case makes its values`() {
    let deleted: KeyPath<Case<Event>, Case<Int>> = \.deleted
    let closed: KeyPath<Case<Event>, Case<Void>> = \.closed
    #expect(deleted(3) == .deleted(id: 3))
    #expect(closed() == .closed)
  }

  @Test func `has its cases as properties and as key paths`() {
    let event = Event.nested(.value("a"))
    #expect(event.nested == .value("a"))
    #expect(event.deleted == nil)
    #expect(event[case: \.nested.value] == "a")
    #expect(event.is(\.nested.value))
    #expect(!event.is(\.nested.default))
    #expect(Event.closed.is(\.closed))
  }

  @Test func `embeds what it extracts, with labels and with several payloads`() {
    let paths = Event.allCasePaths
    #expect(paths.deleted.extract(from: paths.deleted.embed(3)) == 3)
    let moved = paths.moved.embed((from: 1, to: 2))
    #expect(moved == .moved(from: 1, to: 2))
    #expect(paths.moved.extract(from: moved)?.to == 2)
    #expect(paths.twice.embed((.closed, moved)) == .twice(.closed, moved))
  }

  @Test func `returns the case of a value, and all cases`() {
    #expect(Event.allCasePaths[.deleted(id: 1)] == \.deleted)
    #expect(
      Array(Event.allCasePaths) == [\.closed, \.deleted, \.moved, \.nested, \.twice])
  }

  @Test func `may have payloads that are not Sendable`() {
    let box = Odd.Box()
    let paths = Odd.allCasePaths
    #expect(paths.box.extract(from: paths.box.embed(box)) === box)
  }

  @Test func `may be generic`() {
    #expect(Wrapped.some(1)[case: \.some] == 1)
    #expect(Wrapped<Int>.none.is(\.none))
    #expect(Choice<Int, String>.both(1, right: "a")[case: \.both]?.right == "a")
    #expect(Choice<Int, String>.allCasePaths.left.embed(2) == .left(2))
  }

  @Test func `may have no cases`() {
    #expect(Array(Nothing.allCasePaths).isEmpty)
  }
}
