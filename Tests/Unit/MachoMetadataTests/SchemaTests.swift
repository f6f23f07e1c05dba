import MachoMetadata
import Testing

private final class Canary: Equatable {
  // SAFETY: the suite is serialized.
  nonisolated(unsafe) static var liveCount = 0
  let n: Int
  init(_ n: Int) {
    self.n = n
    Canary.liveCount += 1
  }
  deinit { Canary.liveCount -= 1 }
  static func == (lhs: Canary, rhs: Canary) -> Bool { lhs.n == rhs.n }
}

private struct Big: Equatable {
  var a = 1
  var b = "a string that is too long to be stored in place"
  var c: UInt8 = 3
  var d: [Int] = [1]
}

private enum Mixed: Equatable, Decodable {
  case zed
  case int(Int)
  case alpha
  case pair(x: Int, y: String)
  case labelled(id: Int)
}

private enum Layouts: Equatable {
  case big(Big)
  case bool(Bool)
  case optional(Int??)
  case void(Void)
  case none
  indirect case boxed(Big, Canary)
  indirect case empty(Void)
  case canary(Canary)
  case two(Canary, UInt8)

  static func == (lhs: Layouts, rhs: Layouts) -> Bool { "\(lhs)" == "\(rhs)" }
}

private enum Erased {
  case error(any Error)
  case any(Any)
  case equatable(any Equatable)
  case object(AnyObject)
  case function(() -> Int)
  case metatype(Int.Type)
}

private enum Generic<T> {
  case one(T)
  indirect case more(T, Generic<T>)

  enum Inner { case both(T, [T]) }
}

private struct Holder {
  var plain = 1
  weak var canary: Canary?
  var function: () -> Int = { 5 }
  let error: any Error
}

private struct Trouble: Error, Equatable { var code: Int }

private enum Never2 {
  case never(Never)
  case fine
}

@Suite(.serialized) struct SchemaTests {
  private func roundTrip<T>(_ value: T, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let schema = try EnumSchema.of(T.self)
    let current = try schema.currentCase(of: value)
    let payload = try schema.payload(of: value)
    let copy = try schema.makeValue(of: current, payload: payload)
    #expect("\(copy)" == "\(value)", sourceLocation: sourceLocation)
    #expect(try schema.currentCase(of: copy).tag == current.tag, sourceLocation: sourceLocation)
  }

  @Test("values of every layout round-trip through their payloads")
  func layouts() throws {
    for value in [
      Layouts.big(Big()), .bool(true), .bool(false), .optional(nil), .optional(.some(nil)),
      .optional(3), .void(()), .none, .boxed(Big(), Canary(1)), .empty(()), .canary(Canary(2)),
      .two(Canary(3), 255),
    ] {
      try roundTrip(value)
    }
    try roundTrip(Result<[Int], any Error>.failure(Trouble(code: 3)))
    try roundTrip(Result<[Int], any Error>.success([1]))
    try roundTrip(Generic<String>.more("a", .one("b")))
    try roundTrip(Generic<Int>.Inner.both(1, [2]))
    try roundTrip(Int??.some(nil))
    try roundTrip(Mixed.pair(x: 1, y: "a"))
    try roundTrip(Mixed.labelled(id: 3))
  }

  @Test("no value is leaked or over-released")
  func leaks() throws {
    Canary.liveCount = 0
    do {
      for _ in 0..<50 {
        try roundTrip(Layouts.boxed(Big(), Canary(1)))
        try roundTrip(Layouts.canary(Canary(2)))
        try roundTrip(Layouts.two(Canary(3), 1))
        let schema = try EnumSchema.of(Layouts.self)
        let boxed = schema.casesByTag.first { $0.name == "boxed" }
        if let boxed {
          #expect(throws: MetadataError.self) {
            try schema.makeValue(of: boxed, payload: [Big(), 3])
          }
          #expect(throws: MetadataError.self) { try schema.makeValue(of: boxed, payload: [Big()]) }
        }
        let holder = Holder(canary: nil, error: Trouble(code: 1))
        let structs = try StructSchema.of(Holder.self)
        _ = try structs.replacing([(0, 9), (3, Trouble(code: 2))], in: holder)
        #expect(throws: MetadataError.self) {
          try structs.replacing([(0, 9), (3, "no error")], in: holder)
        }
      }
    }
    #expect(Canary.liveCount == 0)
  }

  @Test("loading an existential returns the value in it")
  func existentials() throws {
    let schema = try EnumSchema.of(Erased.self)
    #expect(
      try schema.payload(of: Erased.error(Trouble(code: 1)))[0] as? Trouble == Trouble(code: 1))
    #expect(try type(of: schema.payload(of: Erased.any(3))[0]) == Int.self)
    #expect(try type(of: schema.payload(of: Erased.equatable(Big()))[0]) == Big.self)
    #expect(try schema.payload(of: Erased.object(Canary(5)))[0] as? Canary == Canary(5))
    let error = try #require(schema.casesByTag.first { $0.name == "error" })
    let copy = try schema.makeValue(of: error, payload: [Trouble(code: 7)]) as? Erased
    guard case .error(let error)? = copy else {
      Issue.record("no error")
      return
    }
    #expect(error as? Trouble == Trouble(code: 7))
  }

  @Test("functions, metatypes, weak storage and noncopyable types report why they are unsupported")
  func unsupportedTypes() throws {
    let schema = try EnumSchema.of(Erased.self)
    for (name, reason) in [("function", MetadataError.Reason.function), ("metatype", .metatype)] {
      let enumCase = try #require(schema.casesByTag.first { $0.name == name })
      let error = #expect(throws: MetadataError.self) {
        try schema.makeValue(of: enumCase, payload: [3])
      }
      #expect(error?.reason == reason)
    }
    #expect(throws: MetadataError.self) { try schema.payload(of: Erased.function { 1 }) }
    let holder = try StructSchema.of(Holder.self)
    #expect(holder.properties.map(\.unsupportedReason) == [nil, .weakStorage, .function, nil])
    #expect(throws: MetadataError.self) { try EnumSchema.of(Int.self) }
    #expect(throws: MetadataError.self) { try StructSchema.of(Mixed.self) }
    #expect(throws: MetadataError.self) { try TupleSchema.of(Int.self) }
    #expect(
      (tupleElements(of: (Int, () -> Void).self) ?? []).map(\.unsupportedReason) == [
        nil, .function,
      ])
  }

  @Test("a wrong value, count or case is an error, not a trap")
  func errors() throws {
    let schema = try EnumSchema.of(Mixed.self)
    let int = try #require(schema.casesByTag.first { $0.name == "int" })
    #expect(throws: MetadataError("Mixed.int", .wrongType).self) {
      try schema.makeValue(of: int, payload: ["x"])
    }
    #expect(throws: MetadataError.self) { try schema.makeValue(of: int, payload: []) }
    #expect(throws: MetadataError.self) { try schema.currentCase(of: 3) }
    #expect(throws: MetadataError.self) { try StructSchema.of(Big.self).value(at: 0, in: "x") }
    #expect(throws: MetadataError.self) { try StructSchema.of(Big.self).makeValue(fields: [1]) }
    let never = try EnumSchema.of(Never2.self)
    #expect(throws: MetadataError.self) {
      try never.makeValue(of: never.casesByTag[0], payload: [3])
    }
  }

  @Test("a Decodable enum lists its cases in declaration order")
  func declarationOrder() throws {
    #expect(
      try EnumSchema.of(Mixed.self).cases.map(\.name) == [
        "zed", "int", "alpha", "pair", "labelled",
      ])
    #expect(try EnumSchema.of(Layouts.self).cases.count == 9)
  }

  @Test("a struct with closures and weak references keeps them when a property changes")
  func replacing() throws {
    let canary = Canary(4)
    let old = Holder(canary: canary, error: Trouble(code: 1))
    let new = try StructSchema.of(Holder.self).replacing([(0, 42)], in: old) as? Holder
    #expect(new?.plain == 42)
    #expect(new?.canary === canary)
    #expect(new?.function() == 5)
  }

  @Test("threads read schemas concurrently")
  func threads() async {
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask { (try? EnumSchema.of(Generic<Int8>.self).cases.count) ?? 0 }
      }
      for await count in group { #expect(count == 2) }
    }
  }
}
