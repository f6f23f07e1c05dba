import Foundation
import Testing

@testable import MachoMetadata

struct DefaultedValues {
  var flag = true
  var level = DefaultedLevel.third
  var count = 42
  var small: UInt8 = 7
  var ratio = 2.5
  var text = "a text that does not fit into a string of 15 bytes"
  var list = [1, 2, 3]
  var maybe: Int? = 9
  var pair = (1, "b")
  var mixed = DefaultedMixture()
  var large = DefaultedLarge()
  var point = DefaultedPoint()
  var anything: any Sendable = 3
  var payload = DefaultedPayload.text("x")
  var required: Int
  private var hidden = 5
  let constant = 6

  init(required: Int, text: String = "argument", other: Int = 1) {
    self.required = required + hidden + other
    self.text = text
  }
}

enum DefaultedLevel {
  case first, second, third
}

enum DefaultedPayload: Equatable {
  case none
  case text(String)
  case number(Double)
}

struct DefaultedMixture: Equatable {
  var isOpen = true
  var level = DefaultedLevel.second
  var number: Int32 = -5
  var name = "n"
}

struct DefaultedLarge: Equatable {
  var a = 1
  var b = 2
  var c = 3
  var d = 4
  var e = 5
}

struct DefaultedPoint: Equatable {
  var x = 1.5
  var y: Float = 2.5
}

struct DefaultedFraction {
  var value = 1.5
  var count = 3
}

struct DefaultedFractions {
  var fraction = DefaultedFraction()
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

    @Test func `are the values of their functions, in registers and in memory`() throws {
      #expect(try only("flag", as: Bool.self))
      #expect(try only("level", as: DefaultedLevel.self) == .third)
      #expect(try only("count", as: Int.self) == 42)
      #expect(try only("small", as: UInt8.self) == 7)
      #expect(try only("ratio", as: Double.self) == 2.5)
      #expect(try only("list", as: [Int].self) == [1, 2, 3])
      #expect(try only("maybe", as: Int?.self) == 9)
      let pair = try only("pair", as: (Int, String).self)
      #expect(pair.0 == 1 && pair.1 == "b")
      #expect(try only("mixed", as: DefaultedMixture.self) == DefaultedMixture())
      #expect(try only("large", as: DefaultedLarge.self) == DefaultedLarge())
      #expect(try only("point", as: DefaultedPoint.self) == DefaultedPoint())
      #expect(try only("anything", as: Int.self) == 3)
      #expect(try only("payload", as: DefaultedPayload.self) == .text("x"))
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

    @Test func `are unknown for generic types, and for values in registers of both kinds`() throws {
      #expect(try defaults(of: "count", in: DefaultedBox<Int>.self).isEmpty)
      #expect(try defaults(of: "fraction", in: DefaultedFractions.self).isEmpty)
      #expect(try defaults(of: "value", in: DefaultedFraction.self).count > 0)
      #expect(try defaults(of: "count", in: Int?.self).isEmpty)
    }
  #endif
}
