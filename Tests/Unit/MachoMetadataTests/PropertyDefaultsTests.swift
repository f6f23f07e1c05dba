import Foundation
import Testing

@testable import MachoMetadata

struct DefaultedValues {
  var flag = true
  var level = DefaultedLevel.third
  var count = 42
  var small: UInt8 = 7
  var ratio = 2.5
  var half: Float = 0.5
  var text = "a text that does not fit into a string of 15 bytes"
  var list = [1, 2, 3]
  var table = ["a": 1]
  var maybe: Int? = 9
  var pair = (1, "b")
  var nested = DefaultedPoint()
  var anything: any Sendable = 3
  var payload = DefaultedPayload.text("x")
  @DefaultedWrapper var wrapped = 1
  @DefaultedSwitch var isOn = true
  private var hidden = 5
  let constant = 6
  var last = 7
  var required: Int
  var (first, second) = (8, "eight")

  init(required: Int, text: String = "argument", other: Int = 1) {
    self.required = required + hidden + other
    self.text = text
  }
}

enum DefaultedLevel {
  case first, second, third
}

enum DefaultedPayload {
  case none
  case text(String)
}

struct DefaultedPoint {
  var x = 1.5
  var y: Float = 2.5
}

@propertyWrapper struct DefaultedWrapper {
  var wrappedValue: Int
  var text = "wrapper"

  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
}

@propertyWrapper enum DefaultedSwitch {
  case on, off

  var wrappedValue: Bool {
    get { self == .on }
    set { self = newValue ? .on : .off }
  }

  init(wrappedValue: Bool) { self = wrappedValue ? .on : .off }
}

struct DefaultedMembers {
  var count = 1
  var text: String
}

struct DefaultedNeighbours {
  var flag = true
  let id: Int
  let size = 4
  var name: String

  init(id: Int) {
    self.id = id
    name = ""
  }
}

struct DefaultedBox<Content> {
  var count = 1
  var content: Content
}

@Suite struct `The defaults of a property` {
  @Test func `are read from the names of their functions`() throws {
    func initial(_ text: String) -> [String]? {
      PropertyDefaults.initialValue(text, of: "App.Form.State").map { [$0.label, $0.type] }
    }
    let start = "variable initialization expression of App.Form.State."
    #expect(initial(start + "count : Swift.Int") == ["count", "Swift.Int"])
    #expect(initial(start + "(count in _1A2B) : Swift.Int") == ["count", "Swift.Int"])
    #expect(
      initial(start + "pairs : Swift.Array<(a : Swift.Int)>")
        == ["pairs", "Swift.Array<(a : Swift.Int)>"])
    #expect(initial(start + "Row.count : Swift.Int") == nil)
    #expect(initial(start + "(Row in _1A2B).(count in _1A2B) : Swift.Int") == nil)
    #expect(initial("App.Form.State.count.getter : Swift.Int") == nil)
  }

  @Test func `are read from the names of default arguments`() {
    func argument(_ text: String) -> [String]? {
      PropertyDefaults.argument(text, of: "App.Form").map { [$0.label, $0.type] }
    }
    let initializer = " of App.Form.init(name: Swift.String, _: Swift.Int) -> App.Form"
    #expect(argument("default argument 0" + initializer) == ["name", "Swift.String"])
    #expect(argument("default argument 1" + initializer) == nil)
    #expect(argument("default argument 2" + initializer) == nil)
    #expect(
      argument("default argument 0 of App.Form.init(a: @autoclosure () -> Swift.Int) -> App.Form")
        == nil)
  }

  #if MACHO_LINUX && DEBUG
    private func defaults(
      of label: String, in type: Any.Type = DefaultedValues.self
    ) throws -> [Any] {
      try PropertyDefaults.of(type).functions(for: label).map { try $0.value() }
    }

    private func only<Value>(_ label: String, as _: Value.Type) throws -> Value {
      let found = try defaults(of: label)
      #expect(found.count == 1)
      return try #require(found.first as? Value)
    }

    @Test func `are the values of their functions`() throws {
      #expect(try only("flag", as: Bool.self))
      #expect(try only("level", as: DefaultedLevel.self) == .third)
      #expect(try only("count", as: Int.self) == 42)
      #expect(try only("small", as: UInt8.self) == 7)
      #expect(try only("ratio", as: Double.self) == 2.5)
      #expect(try only("list", as: [Int].self) == [1, 2, 3])
      #expect(try only("half", as: Float.self) == 0.5)
      #expect(try only("table", as: [String: Int].self) == ["a": 1])
      #expect(try only("hidden", as: Int.self) == 5)
      #expect(try only("constant", as: Int.self) == 6)
    }

    @Test func `include the default arguments of initializers`() throws {
      let texts = try defaults(of: "text").map { $0 as? String }
      #expect(
        Set(texts) == ["argument", "a text that does not fit into a string of 15 bytes"])
      #expect(try defaults(of: "required").isEmpty)
      #expect(try defaults(of: "other").isEmpty)
    }

    @Test(arguments: [
      "maybe", "pair", "nested", "anything", "payload", "_wrapped", "_isOn",
    ])
    func `are unknown for types whose place is not known, and for property wrappers`(label: String)
      throws
    {
      #expect(
        try StructSchema.of(DefaultedValues.self).properties.contains { $0.label == label })
      #expect(try defaults(of: label).isEmpty)
    }

    @Test func `are unknown if one function may return the values of two properties`() throws {
      for label in ["last", "first", "second"] { #expect(try defaults(of: label).isEmpty) }
    }

    @Test func `are known above a property of another declaration`() throws {
      let flag = try defaults(of: "flag", in: DefaultedNeighbours.self)
      #expect(flag.map { $0 as? Bool } == [true])
      let size = try defaults(of: "size", in: DefaultedNeighbours.self)
      #expect(size.map { $0 as? Int } == [4])
    }

    @Test func `are those of the memberwise initializer`() throws {
      let found = try defaults(of: "count", in: DefaultedMembers.self)
      #expect(found.map { $0 as? Int } == [1])
    }

    @Test func `are unknown for generic types and enums`() throws {
      #expect(try defaults(of: "count", in: DefaultedBox<Int>.self).isEmpty)
      #expect(try defaults(of: "count", in: Int?.self).isEmpty)
    }
  #endif
}
