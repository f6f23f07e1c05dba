import Testing

@testable import Composable

@dynamicMemberLookup
private indirect enum Action: CasePathable, Equatable {
  case tick
  case tock
  case count(Int)
  case other(Int)
  case named(value: Int)
  case pair(Int, label: String)
  case same(Int, label: String)
  case child(Child)
  case deep(Action)

  struct AllCasePaths: Sendable {
    var tick: AnyCasePath<Action, Void> { AnyCasePath(Action.tick) }
    var count: AnyCasePath<Action, Int> { AnyCasePath(Action.count) }
    var child: AnyCasePath<Action, Child> { AnyCasePath(Action.child) }
    var deep: AnyCasePath<Action, Action> { AnyCasePath(Action.deep) }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@dynamicMemberLookup
private enum Child: CasePathable, Equatable {
  case on(String)
  case off

  struct AllCasePaths: CasePathReflectable, Sendable {
    var on: AnyCasePath<Child, String> {
      AnyCasePath(embed: { .on($0) }, extract: { if case .on(let it) = $0 { it } else { nil } })
    }
    var off: AnyCasePath<Child, Void> {
      AnyCasePath(embed: { .off }, extract: { if case .off = $0 { () } else { nil } })
    }
    subscript(root: Child) -> PartialCaseKeyPath<Child> {
      switch root {
      case .on: \.on
      case .off: \.off
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

private enum Plain {
  case idle
  case loading(progress: Double)
  case loaded([Int])
  case failed(any Error)
  case nothing(Void)
}

private struct Failure: Error {}

private enum Either<Left, Right> {
  case left(Left)
  case right(Right)
  indirect case nested(Either)
}

@Suite struct CasePathTests {
  @Test func `A case key path embeds and extracts`() {
    let path = AnyCasePath<Action, Int>(\.count)
    #expect(path.embed(3) == .count(3))
    #expect(path.extract(from: .count(4)) == 4)
    #expect(path.extract(from: .other(4)) == nil)
  }

  @Test func `A case key path leads through nested enums`() {
    let path = AnyCasePath<Action, String>(\.deep.child.on)
    #expect(path.embed("x") == .deep(.child(.on("x"))))
    #expect(path.extract(from: .deep(.child(.on("y")))) == "y")
    #expect(path.extract(from: .child(.on("y"))) == nil)
    #expect(path.extract(from: .deep(.child(.off))) == nil)
  }

  @Test func `A case key path without cases is the value itself`() {
    let path = AnyCasePath<Action, Action>(\.self)
    #expect(path.embed(.tock) == .tock)
    #expect(path.extract(from: .tock) == .tock)
  }

  @Test func `A case key path is called like a function`() {
    #expect((\Action.Cases.count)(3) == Action.count(3))
    #expect((\Action.Cases.deep.child.off)() == Action.deep(.child(.off)))
    let partial: PartialCaseKeyPath<Action> = \.count
    #expect(partial(5) == Action.count(5))
    #expect(partial("no number") == nil as Action?)
  }

  @Test func `The case of a value is tested with is and matched with a pattern`() {
    #expect(Action.count(1).is(\.count))
    #expect(!Action.other(1).is(\.count))
    #expect(Action.deep(.child(.off)).is(\.deep.child.off))
    switch Action.child(.on("")) {
    case \.count: Issue.record("matched another case")
    case \.child.on: break
    default: Issue.record("did not match")
    }
  }

  @Test func `The value of a case is read and replaced by subscript`() {
    var action = Action.count(1)
    #expect(action[case: \.count] == 1)
    #expect(action[case: \.child.on] == nil)
    action[case: \.child.on] = "on"
    #expect(action == .count(1))
    action[case: \.count] = 2
    #expect(action == .count(2))
    action = .child(.on("x"))
    action[case: \.child.on] = "on"
    #expect(action == .child(.on("on")))
    #expect(action[case: \Action.Cases.child as PartialCaseKeyPath<Action>] as? Child == .on("on"))
  }

  @Test func `The value of a case is a property of an enum with dynamic members`() {
    var action = Action.child(.on("x"))
    #expect(action.child?.on == "x")
    #expect(action.count == nil)
    let optional: Action? = action
    #expect(optional?.child?.on == "x")
    action.count = 3
    #expect(action == .child(.on("x")))
    action = .count(1)
    action.count = 3
    #expect(action == .count(3))
  }

  @Test func `A case is modified in place, and another case is an issue`() {
    var action = Action.deep(.count(1))
    action.modify(\.deep.count) { $0 += 1 }
    #expect(action == .deep(.count(2)))
    let issues = issues {
      action.modify(\.child.on) { $0 += "!" }
    }
    // The same text in each process: no address of the key path.
    #expect(
      issues.map(\.message) == [
        "Cannot modify a payload of type String: the case of the Action is deep."
      ])
    #expect(issues.first?.file == "ComposableTests/CasePathTests.swift")
    #expect(action == .deep(.count(2)))
  }

  @Test func `The payload is not copied while it is modified`() {
    var value = Plain.loaded([1, 2, 3])
    let path = AnyCasePath(Plain.loaded)
    let before = path.extract(from: value)!.withUnsafeBufferPointer { $0.baseAddress }
    path.modifyIfPresent(&value) { $0[0] = 7 }
    let after = path.extract(from: value)!.withUnsafeBufferPointer { $0.baseAddress }
    #expect(before == after)
    #expect(path.extract(from: value) == [7, 2, 3])
  }

  @Test func `An error thrown while a case is modified keeps the modifications made before`() {
    var action = Action.count(1)
    #expect(throws: Failure.self) {
      try AnyCasePath<Action, Int>(\.count).modify(&action) {
        $0 = 2
        throw Failure()
      }
    }
    #expect(action == .count(2))
    #expect(throws: (any Error).self) {
      try AnyCasePath<Action, Void>(\.tick).modify(&action) { _ in }
    }
  }

  @Test func `Optional and Result have case paths`() {
    let optional: Action? = .child(.on("a"))
    #expect(optional.is(\.some.child.on))
    #expect(optional[case: \.some.child.on] == "a")
    #expect((nil as Action?).is(\.none))
    let result = Result<Int, Failure>.success(3)
    #expect(result.is(\.success))
    #expect(result[case: \.success] == 3)
    #expect(!result.is(\.failure))
    #expect(Array(Result<Int, Failure>.allCasePaths).count == 2)
  }

  @Test func `Reflectable case paths return the case of a value`() {
    #expect(Child.allCasePaths[.off] == \.off)
    #expect(Child.allCasePaths[.on("")] == \.on)
  }

  @Test func `A case key path without a type embeds and extracts any value`() {
    let path = AnyCasePath<Action, Any>(\.child.on as PartialCaseKeyPath<Action>)
    #expect(path?.extract(from: .child(.on("x"))) as? String == "x")
    #expect(path?.embed("y") == .child(.on("y")))
  }
}

@Suite struct PrefixCasePathTests {
  @Test func `The prefix form finds its case among several with the same payload`() {
    #expect((/Action.count).extract(from: .count(1)) == 1)
    #expect((/Action.count).extract(from: .other(1)) == nil)
    #expect((/Action.other).extract(from: .other(1)) == 1)
    #expect((/Action.named).extract(from: .named(value: 2)) == 2)
    #expect((/Action.count).extract(from: .named(value: 2)) == nil)
    #expect((/Action.named).extract(from: .other(2)) == nil)
  }

  @Test func `The prefix form supports cases with labels and several values`() {
    let pair = (/Action.pair).extract(from: .pair(1, label: "x"))
    #expect(pair?.0 == 1)
    #expect(pair?.1 == "x")
    #expect((/Action.pair).extract(from: .same(1, label: "x")) == nil)
    #expect((/Action.same).embed((2, "y")) == .same(2, label: "y"))
    #expect((/Plain.loading).extract(from: .loading(progress: 0.5)) == 0.5)
  }

  @Test func `The prefix form supports cases without a payload`() {
    let path: AnyCasePath<Action, Void> = /Action.tick
    #expect(path.extract(from: .tick) != nil)
    #expect(path.extract(from: .tock) == nil)
    #expect(path.extract(from: .count(0)) == nil)
    #expect(path.embed(()) == .tick)
    #expect((/Plain.nothing).extract(from: .nothing(())) != nil)
    #expect((/Plain.nothing).extract(from: .idle) == nil)
  }

  @Test func `The prefix form supports recursive and generic enums`() {
    #expect((/Action.deep).extract(from: .deep(.count(3))) == .count(3))
    #expect((/Action.deep).extract(from: .count(3)) == nil)
    let left: AnyCasePath<Either<Int, Int>, Int> = /Either<Int, Int>.left
    #expect(left.extract(from: .left(1)) == 1)
    #expect(left.extract(from: .right(1)) == nil)
    typealias Texts = Either<String, [Int]>
    let right = (/Texts.nested).appending(path: /Texts.right)
    #expect(right.extract(from: .nested(.right([1]))) == [1])
    #expect(right.extract(from: .nested(.left("x"))) == nil)
    #expect((/Plain.failed).extract(from: .failed(Failure())) is Failure)
  }

  @Test func `The prefix form of a type is the value itself`() {
    #expect((/Action.self).extract(from: .tick) == .tick)
    let path: AnyCasePath<Action, Action> = /.self
    #expect(path.embed(.tock) == .tock)
  }

  @Test func `Two prefix forms can be on one line`() {
    func both(state: AnyCasePath<Plain, [Int]>, action: AnyCasePath<Action, Child>) -> Bool {
      state.extract(from: .loaded([1])) == [1] && action.extract(from: .child(.off)) == .off
    }
    let isRead = both(state: /Plain.loaded, action: /Action.child)
    #expect(isRead)
  }

  @Test func `The payload's references are released`() {
    final class Token {}
    enum Holder {
      case token(Token)
      indirect case boxed(Token)
      case none
    }
    weak var token: Token?
    do {
      let strong = Token()
      token = strong
      for holder in [Holder.token(strong), .boxed(strong), .none] {
        _ = CasePath(Holder.token).extract(from: holder)
        _ = CasePath(Holder.boxed).extract(from: holder)
      }
      #expect(CasePath(Holder.boxed).extract(from: .boxed(strong)) === strong)
    }
    #expect(token == nil)
  }

  @Test func `A closure whose argument is no case's payload is an issue`() {
    let path = AnyCasePath { (text: String) in Action.count(text.count) }
    let issues = issues { #expect(path.extract(from: .count(1)) == nil) }
    #expect(issues.count == 1)
  }
}
