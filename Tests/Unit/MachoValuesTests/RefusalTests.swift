import Foundation
import MachoValues
import Testing

private struct Once: ~Copyable {
  var n: Int
}

private enum OnceOrNever: ~Copyable {
  case once(Once)
  case never
}

private typealias Tap = () -> Void

private enum Payloads {
  case function(Tap)
  case labelled(on: Tap)
  case optional(Tap?)
  case array([Tap])
  case tuple((Int, Tap))
  case dictionary([String: Tap])
  case metatype(Int.Type)
  case optionalMetatype(Int.Type?)
  case anyType(Any.Type)
  case model(Model)
  case models([Model?])
  case chained(Inner)
  case fine(Int)

  enum Inner { case function(Tap) }
}

private struct Functions {
  var name = ""
  var onTap: Tap
}

private struct Weak {
  weak var model: Model?
}

private struct Unowned {
  unowned var model: Model
}

private struct UnownedUnsafe {
  unowned(unsafe) var model: Model
}

private struct Metatypes {
  var types: [Int.Type]
  var pair: (Int, Int.Type)?
}

@Suite struct RefusalTests {
  let syntax = ValueSyntax()

  /// Expects that the text is rejected as cannot-build, with the given message and note.
  private func expectRefusal(
    _ text: String, _ type: Any.Type, at part: String, _ message: String, note: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: ValueError.self, sourceLocation: sourceLocation) {
      try syntax.readValue(text[...], of: type)
    }
    guard let error else { return }
    #expect(error.code == "cannot-build", "\(error)", sourceLocation: sourceLocation)
    let found = String(decoding: Array(text.utf8)[error.range], as: UTF8.self)
    #expect(found == part, "\(error)", sourceLocation: sourceLocation)
    #expect(error.message == message, sourceLocation: sourceLocation)
    #expect(error.notes.count == 1 && error.notes[0].contains(note), sourceLocation: sourceLocation)
  }

  @Test("functions are rejected at any level of a payload")
  func functions() {
    let note = "conform it to TextConvertible or Decodable"
    let isFunction = "is a function, which cannot be written as text"
    expectRefusal(
      "function(3)", Payloads.self, at: "3", "Payloads.function: () -> Void \(isFunction)",
      note: note)
    expectRefusal(
      "function.x", Payloads.self, at: "x", "Payloads: () -> Void \(isFunction)", note: note)
    expectRefusal(
      "labelled(on: 3)", Payloads.self, at: "3", "Payloads.labelled: () -> Void \(isFunction)",
      note: note)
    expectRefusal(
      "optional(nil)", Payloads.self, at: "nil", "Payloads.optional: (() -> Void)? \(isFunction)",
      note: note)
    expectRefusal(
      "array([1])", Payloads.self, at: "1",
      "() -> Void cannot be built from text: functions have no text form", note: note)
    expectRefusal(
      "dictionary([\"a\": 1])", Payloads.self, at: "1",
      "() -> Void cannot be built from text: functions have no text form", note: note)
    expectRefusal(
      "tuple(1, 2)", Payloads.self, at: "2", "Payloads.tuple: () -> Void \(isFunction)", note: note)
    expectRefusal(
      "chained.function(1)", Payloads.self, at: "1",
      "Payloads.Inner.function: () -> Void \(isFunction)", note: note)
    expectRefusal(
      "Functions(name: \"\", onTap: 3)", Functions.self, at: "3",
      "Functions.onTap \(isFunction)", note: note)
    expectRefusal(
      "Functions(name: \"\")", Functions.self, at: "Functions(name: \"\")",
      "Functions.onTap \(isFunction)", note: note)
  }

  @Test("types are rejected at any level of a payload")
  func metatypes() {
    let note = "conform it to TextConvertible or Decodable"
    let isMetatype = "is a metatype, which cannot be written as text"
    expectRefusal(
      "metatype(Int)", Payloads.self, at: "Int", "Payloads.metatype: Int.Type \(isMetatype)",
      note: note)
    expectRefusal(
      "optionalMetatype(nil)", Payloads.self, at: "nil",
      "Payloads.optionalMetatype: Int.Type? \(isMetatype)", note: note)
    expectRefusal(
      "anyType(Int)", Payloads.self, at: "Int",
      "Any.Type cannot be built from text: types have no text form", note: note)
    expectRefusal(
      "Metatypes(types: [Int])", Metatypes.self, at: "Int",
      "Int.Type cannot be built from text: types have no text form", note: note)
  }

  @Test("weak and unowned storage is rejected")
  func references() {
    let note = "conform it to TextConvertible or Decodable"
    expectRefusal(
      "Weak(model: nil)", Weak.self, at: "nil",
      "Weak.model is weak storage, which only code can set", note: note)
    expectRefusal(
      "Weak()", Weak.self, at: "Weak()", "Weak.model is weak storage, which only code can set",
      note: note)
    for (text, type) in [
      ("Unowned(model: 1)", Unowned.self), ("UnownedUnsafe(model: 1)", UnownedUnsafe.self),
    ] as [(String, Any.Type)] {
      expectRefusal(
        text, type, at: "1", "\(type).model is unowned storage, which only code can set",
        note: note)
    }
  }

  @Test("class instances are rejected with the line that registers them")
  func classes() {
    for (text, part) in [("model(1)", "1"), ("models([nil, Model(n: 1)])", "Model(n: 1)")] {
      expectRefusal(
        text, Payloads.self, at: part,
        "Model cannot be built from text: class instances have no text form",
        note: "LeafRegistry.register(Model.self, ...)")
    }
  }

  @Test("noncopyable types are rejected")
  func noncopyable() {
    // Both metatypes have the size of a pointer. The reader must reject the type that it then
    // receives.
    let types: [any ~Copyable.Type] = [Once.self, OnceOrNever.self]
    for (type, name) in zip(types, ["Once", "OnceOrNever"]) {
      expectRefusal(
        "\(name)(n: 1)", unsafeBitCast(type, to: Any.Type.self), at: "\(name)(n: 1)",
        "\(name) cannot be built from text: it is noncopyable",
        note: "conform it to TextConvertible or Decodable")
    }
  }

  @Test("types without text do not prevent reading their neighbours or printing their owner")
  func otherFields() throws {
    guard case .fine(3) = try syntax.read("fine(3)", as: Payloads.self) else {
      Issue.record("another case")
      return
    }
    #expect(syntax.print(Payloads.function {}) == "function((() -> Void))")
    #expect(syntax.print(Payloads.array([{}])) == "array([(() -> Void)])")
    #expect(syntax.print(Payloads.metatype(Int.self)) == "metatype((Int.Type))")
    #expect(syntax.print(Functions(onTap: {})) == "Functions(name: \"\", onTap: (() -> Void))")
  }
}
