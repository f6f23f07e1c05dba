import MachoLocks
import MachoValues

// Types that are laid out in all ways, and some that tell whether their values are freed.

extension DirectReaderTests {
  struct Form: Equatable, Sendable {
    enum Size: Equatable, Sendable {
      case none
      case small
      case large(Int8)
    }

    var id: Int
    var name: String
    var isOn: Bool
    var rate: Double
    var tags: [String]
    var size: Size
    var note: String?
  }

  /// Payloads that share their bits with the cases' tags.
  enum Packed: Equatable, Sendable {
    case flag(Bool)
    case flags(Bool?, Bool??, UInt8?)
    case text(String)
    case texts([String]?, Int16)
    case form(Form?)
    case size(Form.Size)
    case empty, other
  }

  struct Branch: Equatable, Sendable {
    var of: [Branch]
  }

  indirect enum Chain: Equatable, Sendable {
    case node(Chain)
    case leaf
  }

  /// Is counted as long as it lives.
  final class Token: Sendable {
    static let liveCount = Lock(0)
    let number: Int

    init(_ number: Int) {
      self.number = number
      Self.liveCount.withLock { $0 += 1 }
    }

    deinit { Self.liveCount.withLock { $0 -= 1 } }
  }

  struct Counted: TextConvertible {
    let token: Token

    static func read(_ literal: Literal) throws(ValueError) -> Counted {
      Counted(token: Token(try literal.value(as: Int.self)))
    }

    func write(to printer: inout ValuePrinter) { printer.write(token.number) }
  }

  enum Held {
    case one(Counted)
    case pair(Counted, Counted)
    indirect case box(Counted)
  }

  struct Holder {
    struct Named {
      var name: Counted
    }

    var first: Counted
    var rest: [Counted]
    var last: Counted?
    var both: Held
    var boxed: Held
    var named: [Held]

    var numbers: String {
      "\(first.token.number) \(rest.map(\.token.number)) \(last?.token.number ?? 0) \(both)"
        .filter { $0.isNumber || $0 == " " }
    }
  }
}

extension DirectReaderTests.Form: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    Self(
      id: .arbitrary(&generator), name: .arbitrary(&generator), isOn: .arbitrary(&generator),
      rate: .arbitrary(&generator), tags: .arbitrary(&generator), size: .arbitrary(&generator),
      note: .arbitrary(&generator))
  }
}

extension DirectReaderTests.Form.Size: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    [.none, .small, .large(.arbitrary(&generator))][generator.below(3)]
  }
}

extension DirectReaderTests.Packed: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    switch generator.below(8) {
    case 0: .flag(.arbitrary(&generator))
    case 1: .flags(.arbitrary(&generator), .arbitrary(&generator), .arbitrary(&generator))
    case 2: .text(.arbitrary(&generator))
    case 3: .texts(.arbitrary(&generator), .arbitrary(&generator))
    case 4: .form(.arbitrary(&generator))
    case 5: .size(.arbitrary(&generator))
    case 6: .empty
    default: .other
    }
  }
}

extension DirectReaderTests.Branch: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    Self(
      of: (0..<generator.below(3)).map { _ in
        generator.below(2) == 0 ? Self(of: []) : .arbitrary(&generator)
      })
  }
}

extension DirectReaderTests.Chain: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    generator.below(3) == 0 ? .leaf : .node(.arbitrary(&generator))
  }
}
