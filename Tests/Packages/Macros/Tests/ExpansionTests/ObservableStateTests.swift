import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct `ObservableState` {
  @Test func `each stored variable is tracked, and nothing else`() {
    expand(
      .observableState,
      """
      @ObservableState
      struct State {
        let id: Int
        var count = 0
        var isEmpty: Bool { count == 0 }
        static var shared = 0
        @ObservationStateIgnored var cache: [Int] = []
        @Presents var alert: Alert?
      }
      """,
      to: """
        struct State {
          let id: Int
          @ObservationStateTracked
          var count = 0
          var isEmpty: Bool { count == 0 }
          static var shared = 0
          @ObservationStateIgnored var cache: [Int] = []
          @Presents var alert: Alert?

          @ObservationStateIgnored var _$observationRegistrar = _$ObservationStateRegistrar()

          var _$id: _$ObservableStateID {
            _$observationRegistrar.id
          }

          mutating func _$willModify() {
            _$observationRegistrar._$willModify()
          }

          static var _$keyPaths: _$KeyPaths<Self> {
            [("count", \\Self.count), ("cache", \\Self.cache), ("alert", \\Self.alert)]
          }
        }

        extension State: _$ObservableState {
        }
        """)
  }

  @Test func `a public state has a public identity`() {
    expand(
      .observableState,
      """
      @ObservableState
      public struct State {
      }
      """,
      to: """
        public struct State {

          @ObservationStateIgnored var _$observationRegistrar = _$ObservationStateRegistrar()

          public var _$id: _$ObservableStateID {
            _$observationRegistrar.id
          }

          public mutating func _$willModify() {
            _$observationRegistrar._$willModify()
          }

          public static var _$keyPaths: _$KeyPaths<Self> {
            []
          }
        }

        extension State: _$ObservableState {
        }
        """)
  }

  @Test func `an enum's identity is that of the state in its case`() {
    expand(
      .observableState,
      """
      @ObservableState
      enum State {
        case empty
        case loaded(Loaded.State)
        case failed(code: Int)
        case moved(from: Int, to: Int)
      }
      """,
      to: """
        enum State {
          case empty
          case loaded(Loaded.State)
          case failed(code: Int)
          case moved(from: Int, to: Int)

          var _$id: _$ObservableStateID {
            switch self {
            case .empty:
              return _$ObservableStateID._$inert._$tag(0)
            case let .loaded(state):
              return _$ObservableStateID._$id(for: state)._$tag(1)
            case let .failed(code: state):
              return _$ObservableStateID._$id(for: state)._$tag(2)
            case .moved:
              return _$ObservableStateID()._$tag(3)
            }
          }

          mutating func _$willModify() {
            switch self {
            case .empty:
              break
            case var .loaded(state):
              _$ObservableStateID._$willModify(&state)
              self = .loaded(state)
            case var .failed(code: state):
              _$ObservableStateID._$willModify(&state)
              self = .failed(code: state)
            case .moved:
              break
            }
          }
        }

        extension State: _$ObservableState {
        }
        """)
  }

  @Test func `conditions around an enum's cases stay`() {
    expand(
      .observableState,
      """
      @ObservableState
      enum State {
        case empty
        #if DEBUG
        case debugging(Debugging.State)
        #endif
      }
      """,
      to: """
        enum State {
          case empty
          #if DEBUG
          case debugging(Debugging.State)
          #endif

          var _$id: _$ObservableStateID {
            switch self {
            case .empty:
              return _$ObservableStateID._$inert._$tag(0)
            #if DEBUG
            case let .debugging(state):
              return _$ObservableStateID._$id(for: state)._$tag(1)
            #endif
            }
          }

          mutating func _$willModify() {
            switch self {
            case .empty:
              break
            #if DEBUG
            case var .debugging(state):
              _$ObservableStateID._$willModify(&state)
              self = .debugging(state)
            #endif
            }
          }
        }

        extension State: _$ObservableState {
        }
        """)
  }

  @Test func `a class has no copies`() {
    expand(
      .observableState,
      """
      @ObservableState
      final class State {
      }
      """,
      to: """
        final class State {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' can only be applied to a struct or an enum", line: 1,
          column: 1, fixIts: [FixItSpec(message: "Remove '@ObservableState'")])
      ],
      fixed: """
        final class State {
        }
        """)
  }

  @Test func `a presented state uses the macro, not the property wrapper`() {
    expand(
      .observableState,
      """
      @ObservableState
      struct State {
        @PresentationState var alert: Alert?
      }
      """,
      to: """
        struct State {
          @PresentationState var alert: Alert?

          @ObservationStateIgnored var _$observationRegistrar = _$ObservationStateRegistrar()

          var _$id: _$ObservableStateID {
            _$observationRegistrar.id
          }

          mutating func _$willModify() {
            _$observationRegistrar._$willModify()
          }

          static var _$keyPaths: _$KeyPaths<Self> {
            [("alert", \\Self.alert)]
          }
        }

        extension State: _$ObservableState {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@PresentationState' cannot be used in an '@ObservableState': use '@Presents'",
          line: 3, column: 3, fixIts: [FixItSpec(message: "Use '@Presents'")])
      ],
      fixed: """
        @ObservableState
        struct State {
          @Presents var alert: Alert?
        }
        """)
  }

  @Test func `BindingState is not needed`() {
    expand(
      .observableState,
      """
      @ObservableState
      struct State {
        @BindingState var query = ""
      }
      """,
      to: """
        struct State {
          @BindingState var query = ""

          @ObservationStateIgnored var _$observationRegistrar = _$ObservationStateRegistrar()

          var _$id: _$ObservableStateID {
            _$observationRegistrar.id
          }

          mutating func _$willModify() {
            _$observationRegistrar._$willModify()
          }

          static var _$keyPaths: _$KeyPaths<Self> {
            [("query", \\Self.query)]
          }
        }

        extension State: _$ObservableState {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@BindingState' cannot be used in an '@ObservableState': every property can be bound",
          line: 3, column: 3, fixIts: [FixItSpec(message: "Remove '@BindingState'")])
      ],
      fixed: """
        @ObservableState
        struct State {
          var query = ""
        }
        """)
  }
}

@Suite struct `ObservationStateTracked` {
  @Test func `a tracked variable gets a storage property`() {
    expand(
      .observationStateTracked,
      """
      struct State {
        @ObservationStateTracked public private(set) var count: Int = 0
      }
      """,
      to: """
        struct State {
          public private(set) var count: Int {
            @storageRestrictions(initializes: _count)
            init(initialValue) {
              _count = initialValue
            }
            get {
              _$observationRegistrar.access(self, keyPath: \\.count)
              return _count
            }
            set {
              let identity = _$observationRegistrar.identity(of: _count)
              _count = newValue
              _$observationRegistrar.didModify(
                self, keyPath: \\.count, from: identity, to: _$observationRegistrar.identity(of: _count))
            }
            _modify {
              let identity = _$observationRegistrar.willModify(&_count)
              defer {
                _$observationRegistrar.didModify(
                  self, keyPath: \\.count, from: identity, to: _$observationRegistrar.identity(of: _count))
              }
              yield &_count
            }
          }

          @ObservationStateIgnored private var _count: Int = 0
        }
        """)
  }

  @Test func `willSet and didSet move to the storage`() {
    expand(
      .observationStateTracked,
      """
      struct State {
        @ObservationStateTracked var query = "" {
          didSet { results = [] }
        }
      }
      """,
      to: """
        struct State {
          var query {
            didSet { results = [] }
            @storageRestrictions(initializes: _query)
            init(initialValue) {
              _query = initialValue
            }

            get {
              _$observationRegistrar.access(self, keyPath: \\.query)
              return _query
            }

            set {
              let identity = _$observationRegistrar.identity(of: _query)
              _query = newValue
              _$observationRegistrar.didModify(
                self, keyPath: \\.query, from: identity, to: _$observationRegistrar.identity(of: _query))
            }
          }

          @ObservationStateIgnored private var _query = "" {
              didSet {
                results = []
              }
            }
        }
        """)
  }

  @Test func `a keyword as a name keeps its backticks`() {
    expand(
      .observationStateTracked,
      """
      struct State {
        @ObservationStateTracked var `default`: Int
      }
      """,
      to: """
        struct State {
          var `default`: Int {
            @storageRestrictions(initializes: _default)
            init(initialValue) {
              _default = initialValue
            }
            get {
              _$observationRegistrar.access(self, keyPath: \\.`default`)
              return _default
            }
            set {
              let identity = _$observationRegistrar.identity(of: _default)
              _default = newValue
              _$observationRegistrar.didModify(
                self, keyPath: \\.`default`, from: identity, to: _$observationRegistrar.identity(of: _default))
            }
            _modify {
              let identity = _$observationRegistrar.willModify(&_default)
              defer {
                _$observationRegistrar.didModify(
                  self, keyPath: \\.`default`, from: identity, to: _$observationRegistrar.identity(of: _default))
              }
              yield &_default
            }
          }

          @ObservationStateIgnored private var _default: Int
        }
        """)
  }

  @Test func `the storage of a raw identifier has backticks too`() {
    expand(
      .observationStateTracked,
      """
      struct State {
        @ObservationStateTracked var `my name`: Int
      }
      """,
      to: """
        struct State {
          var `my name`: Int {
            @storageRestrictions(initializes: `_my name`)
            init(initialValue) {
              `_my name` = initialValue
            }
            get {
              _$observationRegistrar.access(self, keyPath: \\.`my name`)
              return `_my name`
            }
            set {
              let identity = _$observationRegistrar.identity(of: `_my name`)
              `_my name` = newValue
              _$observationRegistrar.didModify(
                self, keyPath: \\.`my name`, from: identity, to: _$observationRegistrar.identity(of: `_my name`))
            }
            _modify {
              let identity = _$observationRegistrar.willModify(&`_my name`)
              defer {
                _$observationRegistrar.didModify(
                  self, keyPath: \\.`my name`, from: identity, to: _$observationRegistrar.identity(of: `_my name`))
              }
              yield &`_my name`
            }
          }

          @ObservationStateIgnored private var `_my name`: Int
        }
        """)
  }

  @Test func `a computed property cannot be tracked`() {
    expand(
      .observationStateTracked,
      """
      struct State {
        @ObservationStateTracked var count: Int { 0 }
      }
      """,
      to: """
        struct State {
          var count: Int { 0 }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservationStateTracked' can only be applied to a stored 'var'", line: 2,
          column: 3)
      ])
  }
}
