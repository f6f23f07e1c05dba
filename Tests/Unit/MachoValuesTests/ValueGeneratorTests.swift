import Foundation
import OrderedCollections
import Testing

@testable import MachoValues

/// A source of random choices.
private final class RandomChoiceSource: ChoiceSource {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func draw(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
}

private indirect enum Branch: Equatable {
  case leaf
  case node(Branch, value: Int, Branch)
}

private struct Citizen: Equatable, Identifiable {
  let id: Int
  var name: String
  var born: Date?
  var tags: Set<String>
  var address: (street: String, number: UInt8)

  static func == (one: Citizen, other: Citizen) -> Bool { one.id == other.id }
}

private struct Warmth: TextConvertible, Equatable {
  var degrees: Double

  static func read(_ literal: Literal) throws(ValueError) -> Warmth {
    Warmth(degrees: try literal.value(as: Double.self))
  }

  func write(to printer: inout ValuePrinter) { printer.write(degrees) }
}

private enum RootAction {
  case reset
  case select(id: Int)
  case child(LeafAction)
  case loaded(Result<[Citizen], any Error>)
  case changed(to: Warmth, tree: Branch)
  case callback(@Sendable () -> Void)
}

private enum LeafAction {
  case rename(String)
  case confirm
}

private indirect enum NestedAction {
  case child(NestedAction)
  case set(Setting)
}

/// A setting of a property, which text cannot build as a value.
private struct Setting: PropertySetting {
  static let rootType: Any.Type = Setting.self
  static let settableProperties: [(name: String, type: Any.Type)] = [("isOn", Bool.self)]
  static let boundProperties = settableProperties
  static func settableType(of name: String) -> Any.Type? { name == "isOn" ? Bool.self : nil }
  var settingName: String { "isOn" }
  var settingValue: Any { true }
  let apply: @Sendable () -> Void
}

private struct RootState {
  var child: LeafState?
  var people: [Citizen] = []
}

private struct LeafState { var name = "" }

private struct Row: Identifiable { let id: Int }
private struct Note: Identifiable { let id: UUID }
private struct Door: Identifiable { let id: Key }
private struct Key: Hashable { let name: String }
/// A value that is its own ID.
private struct Word: Identifiable, Hashable {
  let text: String
  var id: Word { self }
}

private enum RowAction {
  case rowTapped(id: Int)
  case rowMoved(rowID: Int, above: Int)
  case rowClosedByID(Int)
  case rowResized(Int)
  case addRow(id: Int)
  case loadRow(Int, rowID: Int)
  case noteTitled(UUID, String)
  case doorOpened(Key)
  case wordTapped(Word)
  case cellTapped(row: Int, column: Int)
}

private struct RowState {
  var rows: [Row] = []
  var archive: [Int: Row] = [:]
  var notes: [Note] = []
  var doors: [Door] = []
  var words: [Word] = []
  var votes: [String: Int] = [:]
}

struct ValueGeneratorTests {
  private static let types: [Any.Type] = [
    Int.self, UInt8.self, Int64.self, Double.self, Bool.self, String.self, Character.self,
    Date.self, Duration.self, UUID.self, URL.self, Decimal.self, Int?.self, String??.self,
    [Int].self, Set<String>.self, [String: Int].self, OrderedSet<Int>.self, Range<Int>.self,
    ClosedRange<Int>.self, (any Error).self, AnyHashable.self, (Int, name: String).self,
    Citizen.self, Branch.self, Warmth.self, Result<Int, any Error>.self,
  ]

  @Test(arguments: types.indices)
  func `generated text reads back`(index: Int) throws {
    let type = Self.types[index]
    let syntax = ValueSyntax()
    let generator = ValueGenerator(syntax: syntax)
    generator.want(type)
    for seed in 0..<200 as Range<UInt64> {
      let choices = RandomChoiceSource(seed: seed)
      let text = try #require(generator.text(of: type, from: choices, in: ValueSamples()))
      _ = try syntax.readValue(text[...], of: type)
    }
  }

  @Test func `the simplest choices give the simplest value`() {
    let generator = ValueGenerator(syntax: ValueSyntax())
    func simplest(_ type: Any.Type) -> String? {
      let choices = SimplestChoices()
      return generator.text(of: type, from: choices, in: ValueSamples())
    }
    #expect(simplest(Int.self) == "0")
    #expect(simplest(String.self) == #""""#)
    #expect(simplest([Int].self) == "[]")
    #expect(simplest(Int?.self) == "nil")
    #expect(simplest(Branch.self) == "leaf")
    #expect(simplest(Result<Int, any Error>.self) == "success(0)")
  }

  @Test func `values come from the state`() throws {
    let generator = ValueGenerator(syntax: ValueSyntax())
    generator.want(Int.self)
    let person = Citizen(
      id: 4711, name: "Blob", born: nil, tags: [], address: (street: "", number: 0))
    let samples = generator.samples(in: RootState(child: nil, people: [person]))
    let texts = (0..<50 as Range<UInt64>).compactMap { seed in
      let choices = RandomChoiceSource(seed: seed)
      return generator.text(of: Int.self, from: choices, in: samples)
    }
    #expect(texts.contains("4711"))
  }

  /// Returns the actions that are drawn in a state.
  private func actions(_ label: String, in state: Any) throws -> Set<String> {
    let generator = ValueGenerator(syntax: ValueSyntax())
    let template = try #require(
      generator.syntax.actionTemplates(of: [RowAction.self]).first { $0.label == label })
    generator.want(template)
    let texts = (0..<50 as Range<UInt64>).compactMap { seed in
      generator.text(of: template, from: RandomChoiceSource(seed: seed)) {
        generator.samples(in: state)
      }
    }
    return Set(texts)
  }

  @Test(arguments: [("rowTapped", "id: "), ("rowClosedByID", "")])
  func `an ID is that of an element of any collection`(action: String, label: String) throws {
    let state = RowState(
      rows: [Row(id: 30), Row(id: 20)], archive: [40: Row(id: 40)], votes: ["a": 7])
    #expect(
      try actions(action, in: state) == [
        "\(action)(\(label)20)", "\(action)(\(label)30)", "\(action)(\(label)40)",
      ])
  }

  @Test func `an ID beside other values is that of an element`() throws {
    let state = RowState(rows: [Row(id: 30)], notes: [Note(id: UUID(short: 9))])
    let moves = try actions("rowMoved", in: state)
    #expect(moves.count > 2 && moves.allSatisfy { $0.hasPrefix("rowMoved(rowID: 30, above: ") })
    let titles = try actions("noteTitled", in: state)
    #expect(titles.count > 2 && titles.allSatisfy { $0.hasPrefix("noteTitled(UUID(9), ") })
  }

  @Test func `a position is one that each collection has`() throws {
    let state = RowState(
      rows: [Row(id: 30), Row(id: 20), Row(id: 10)],
      notes: [Note(id: UUID(short: 9)), Note(id: UUID(short: 8))])
    let expected = ["0", "1"].flatMap { row in
      ["0", "1"].map { "cellTapped(row: \(row), column: \($0))" }
    }
    #expect(try actions("cellTapped", in: state) == Set(expected))
  }

  @Test func `a struct that is the ID of elements is that of one`() throws {
    let state = RowState(doors: [Door(id: Key(name: "front"))])
    #expect(try actions("doorOpened", in: state) == [#"doorOpened(Key(name: "front"))"#])
  }

  @Test(arguments: [
    "rowTapped", "rowMoved", "rowClosedByID", "noteTitled", "doorOpened", "cellTapped",
  ])
  func `without an element, no action with an ID or a position is drawn`(action: String) throws {
    #expect(try actions(action, in: RowState()).isEmpty)
  }

  @Test func `without a collection of its type, an ID is any value`() throws {
    #expect(try actions("rowTapped", in: LeafState()).count > 2)
  }

  @Test(arguments: ["rowResized", "addRow", "loadRow", "wordTapped"])
  func `other values and new IDs are drawn as before`(action: String) throws {
    #expect(try actions(action, in: RowState(rows: [Row(id: 30)])).count > 2)
  }

  @Test func `the values of a set have an order`() {
    var collector = SampleCollector(wanted: [ObjectIdentifier(Int.self)], syntax: ValueSyntax())
    collector.collect(Set(0..<10))
    #expect(collector.samples.texts(of: Int.self) == (0..<10).map { "\($0)" })
  }

  @Test func `templates describe the cases of actions and of the actions in them`() {
    let templates = ValueSyntax().actionTemplates(of: [RootAction.self])
    #expect(
      templates.map(\.label) == [
        "select", "child.rename", "child.confirm", "loaded.success", "loaded.failure", "changed",
        "callback", "reset",
      ])
  }

  @Test func `templates describe settings of properties at every depth`() {
    let labels = ValueSyntax().actionTemplates(of: [NestedAction.self]).map(\.label)
    let deepest = labels.max { $0.count < $1.count } ?? ""
    #expect(deepest.hasSuffix("child.set.isOn"))
    #expect(labels.filter { $0.hasSuffix("set") } == [])
  }

  @Test func `an action belongs to its template`() {
    #expect(templateLabel(of: RootAction.child(.rename("x"))) == "child.rename")
    #expect(templateLabel(of: RootAction.loaded(.success([]))) == "loaded.success")
  }

  @Test func `an action carries its payload, and that of the action in it`() {
    #expect(carriedValues(of: RootAction.select(id: 3)) as? [Int] == [3])
    #expect(carriedValues(of: RootAction.child(.rename("x"))).last as? String == "x")
    #expect(carriedValues(of: NestedAction.set(Setting(apply: {}))).last as? Bool == true)
    #expect(carriedValues(of: RootAction.reset).isEmpty)
  }

  @Test func `an action with a value that text cannot build has no text`() {
    let syntax = ValueSyntax()
    let generator = ValueGenerator(syntax: syntax)
    let template = syntax.actionTemplates(of: [RootAction.self]).first { $0.label == "callback" }
    #expect(template.flatMap(generator.simplestText) == nil)
  }

  @Test func `a child that is gone has no actions`() {
    let syntax = ValueSyntax()
    let action = RootAction.child(.confirm)
    #expect(!syntax.isAddressable(action, in: TypedValue(RootState())))
    #expect(syntax.isAddressable(action, in: TypedValue(RootState(child: LeafState()))))
    #expect(syntax.isAddressable(RootAction.reset, in: TypedValue(RootState())))
    #expect(syntax.isAddressable(RootAction.loaded(.success([])), in: TypedValue(RootState())))
  }

  @Test func `an action of an alert needs a button that is presented`() throws {
    let syntax = ValueSyntax()
    func address(_ reply: Reply, _ screen: Screen?) -> String {
      let action = ScreenAction.screen(.presented(.alert(reply)))
      return switch syntax.address(of: action, in: TypedValue(ScreenState(screen: screen))) {
      case .exists: "exists"
      case .absent: "absent"
      case .noButton(let path, let actions):
        "\(path): \(actions?.map(syntax.print).joined(separator: ", ") ?? "not presented")"
      }
    }
    let alert = Screen.alert(Notice(presentedActions: [Reply.delete(2), nil]))
    #expect(address(.delete(2), alert) == "exists")
    #expect(address(.delete(1), alert) == "screen.alert: screen.presented.alert.delete(2)")
    #expect(address(.delete(1), .sheet) == "screen.alert: not presented")
    #expect(address(.delete(1), nil) == "absent")
  }
}

private struct ScreenState { var screen: Screen? }
private enum Screen {
  case sheet
  case alert(Notice)
}
private struct Notice: ButtonPresenting { var presentedActions: [Any?] }
private enum Reply: Equatable { case delete(Int) }
private enum ScreenAction {
  case screen(PresentedAction)

  enum PresentedAction {
    case dismiss
    indirect case presented(Child)
  }
  enum Child { case alert(Reply) }
}
