import CustomDump
import MachoDiff
import Testing

private struct Counter: Equatable {
  var _count = 0
  var _isLoading = false
  var _$observationRegistrar = Registrar()
  struct Registrar: Equatable { var id = 1 }
}

private struct Plain {
  var count = 0
  var history: [Int] = []
}

private struct Texts: Equatable {
  var _text = "a\n_count: 1\nc"
  var _plain = "_count: 1"
  var _quoted = "say \"_x: 1\" (_y: 2)"
  var _inner = Inner()
  struct Inner: Equatable { var _only = 1 }
}

private final class Model: Equatable {
  var _n: Int
  init(_ n: Int) { _n = n }
  static func == (lhs: Model, rhs: Model) -> Bool { lhs._n == rhs._n }
}

private struct Holder: Equatable { var _model = Model(1) }

@Suite struct StateDiffTests {
  @Test("macro storage is shown by its source name, and hidden storage is not shown")
  func names() {
    #expect(
      stateDiff(Counter(), Counter(_count: 1)) == """
          Counter(
        -   count: 0,
        +   count: 1,
            isLoading: false
          )
        """)
    #expect(
      stateText(Counter()) == """
        Counter(
          count: 0,
          isLoading: false
        )
        """)
  }

  @Test("a state without macros prints as in custom-dump")
  func plain() {
    let (old, new) = (Plain(), Plain(count: 1, history: [1]))
    #expect(stateDiff(old, new) == diff(old, new))
    #expect(
      stateDiff(old, new) == """
          Plain(
        -   count: 0,
        +   count: 1,
            history: [
        +     [0]: 1
            ]
          )
        """)
  }

  @Test("the diff of equal states is nil")
  func unchanged() {
    #expect(stateDiff(Counter(), Counter()) == nil)
    #expect(stateDiff(3, 3) == nil)
  }

  /// Two fields, so that a difference is shown inside.
  private struct Seat: Equatable {
    var row: Int
    var guest: String
  }

  @Test("a key that replaces another one is shown with both values")
  func replacedKey() {
    let old = ["a": Seat(row: 1, guest: "Ada"), "c": Seat(row: 1, guest: "Ada")]
    let seat = Seat(row: 1, guest: "Bo")
    let differences = [
      stateDiff(old, ["b": seat, "c": old["c"]!]), stateDiff(old, ["a": old["a"]!, "b": seat]),
    ]
    #expect(differences[0] != differences[1])
    #expect(
      differences[0] == """
          [
        -   "a": StateDiffTests.Seat(
        -     row: 1,
        -     guest: "Ada"
        -   ),
        +   "b": StateDiffTests.Seat(
        +     row: 1,
        +     guest: "Bo"
        +   ),
            … (1 unchanged)
          ]
        """)
    #expect(
      stateDiff(["a": [1, 2]], ["b": [1, 3]])?.contains(#"-   "a": ["#) == true)
    #expect(stateDiff(["a": "1\n2"], ["b": "1\n3"])?.contains(#"-   "a": """"#) == true)
    #expect(stateDiff(["a": Any?.some([1, 2])], ["b": [1, 3]])?.contains(#"-   "a": ["#) == true)
  }

  @Test("text inside strings is unchanged")
  func strings() {
    var changed = Texts()
    changed._text = "a\n_count: 2\nc"
    changed._inner._only = 2
    #expect(
      stateDiff(Texts(), changed) == """
          Texts(
            text: \"\"\"
              a
        -     _count: 1
        +     _count: 2
              c
              \"\"\",
            plain: "_count: 1",
            quoted: #"say "_x: 1" (_y: 2)"#,
        -   inner: Texts.Inner(only: 1)
        +   inner: Texts.Inner(only: 2)
          )
        """)
    #expect(
      stateText(Texts()) == """
        Texts(
          text: \"\"\"
            a
            _count: 1
            c
            \"\"\",
          plain: "_count: 1",
          quoted: #"say "_x: 1" (_y: 2)"#,
          inner: Texts.Inner(only: 1)
        )
        """)
  }

  @Test("class instances keep the marks that distinguish them")
  func classes() {
    #expect(
      stateDiff(Holder(), Holder(_model: Model(2))) == """
          Holder(
        -   model: Model(n: 1)
        +   model: #1 Model(n: 2)
          )
        """)
  }

  @Test("durations are written as in scripts, also inside other values")
  func durations() {
    struct State: Equatable {
      var timeout = Duration.seconds(60)
      var any: [String: Duration] = ["a": .milliseconds(5)]
      var next: Duration?
    }
    #expect(
      stateDiff(State(), State(timeout: .zero, next: .microseconds(3))) == """
          StateDiffTests.State(
        -   timeout: 60s,
        +   timeout: 0s,
            any: […],
        -   next: nil
        +   next: 3us
          )
        """)
    #expect(stateText(State()).contains("\"a\": 5ms"))
  }

  @Test("strings that contain triple quotes are delimited correctly")
  func quotes() {
    struct State: Equatable {
      var _a = "x\n\"\"\"\n_b: 1"
      var _c = 1
    }
    let text = stateText(State())
    #expect(text.contains("\n    _b: 1\n"))
    #expect(text.hasSuffix("  c: 1\n)"))
    #expect(
      text.hasPrefix("StateDiffTests.State(\n  a: #\"\"\"") || text.contains("\n  a: #\"\"\""))
  }
}
