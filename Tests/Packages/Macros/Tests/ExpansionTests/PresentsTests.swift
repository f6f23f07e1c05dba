import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct `Presents` {
  @Test func `an observable state reports changes of the presented state`() {
    expand(
      .presents,
      """
      @ObservableState
      struct State {
        @Presents var destination: Destination.State?
      }
      """,
      to: """
        @ObservableState
        struct State {
          var destination: Destination.State? {
            @storageRestrictions(initializes: _destination)
            init(initialValue) {
              _destination = _$PresentationState(wrappedValue: initialValue)
            }
            get {
              _$observationRegistrar.access(self, keyPath: \\.destination)
              return _destination.wrappedValue
            }
            set {
              let identity = _$observationRegistrar.identity(of: _destination.wrappedValue)
              _destination.wrappedValue = newValue
              _$observationRegistrar.didModify(
                self, keyPath: \\.destination, from: identity, to: _$observationRegistrar.identity(of: _destination.wrappedValue))
            }
            _modify {
              let identity = _$observationRegistrar.willModify(&_destination.wrappedValue)
              defer {
                _$observationRegistrar.didModify(
                  self, keyPath: \\.destination, from: identity, to: _$observationRegistrar.identity(of: _destination.wrappedValue))
              }
              yield &_destination.wrappedValue
            }
          }

          var $destination: _$PresentationState<Destination.State> {
            get {
              _$observationRegistrar.access(self, keyPath: \\.destination)
              return _destination.projectedValue
            }
            set {
              let identity = _$observationRegistrar.identity(of: _destination.wrappedValue)
              _destination.projectedValue = newValue
              _$observationRegistrar.didModify(
                self, keyPath: \\.destination, from: identity, to: _$observationRegistrar.identity(of: _destination.wrappedValue))
            }
            _modify {
              let identity = _$observationRegistrar.willModify(&_destination.wrappedValue)
              defer {
                _$observationRegistrar.didModify(
                  self, keyPath: \\.destination, from: identity, to: _$observationRegistrar.identity(of: _destination.wrappedValue))
              }
              yield &_destination.projectedValue
            }
          }

          @ObservationStateIgnored private var _destination = _$PresentationState<Destination.State>(wrappedValue: nil)
        }
        """)
  }

  @Test func `a state that is not observable notifies no registrar`() {
    expand(
      .presents,
      """
      public struct State {
        @Presents public var alert: Optional<AlertState<Never>> = AlertState()
      }
      """,
      to: """
        public struct State {
          public var alert: Optional<AlertState<Never>> {
            @storageRestrictions(initializes: _alert)
            init(initialValue) {
              _alert = _$PresentationState(wrappedValue: initialValue)
            }
            get {
              _alert.wrappedValue
            }
            set {
              _alert.wrappedValue = newValue
            }
            _modify {
              yield &_alert.wrappedValue
            }
          }

          public var $alert: _$PresentationState<AlertState<Never>> {
            get {
              _alert.projectedValue
            }
            set {
              _alert.projectedValue = newValue
            }
            _modify {
              yield &_alert.projectedValue
            }
          }

          @ObservationStateIgnored private var _alert = _$PresentationState<AlertState<Never>>(wrappedValue: AlertState())
        }
        """)
  }

  @Test func `a constant cannot be dismissed`() {
    expand(
      .presents,
      """
      struct State {
        @Presents let alert: Alert?
      }
      """,
      to: """
        struct State {
          let alert: Alert?
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' cannot be applied to a 'let': the presented state changes", line: 2,
          column: 3, fixIts: [FixItSpec(message: "Use 'var'")])
      ],
      fixed: """
        struct State {
          @Presents var alert: Alert?
        }
        """)
  }

  @Test func `a computed property cannot store the presented state`() {
    expand(
      .presents,
      """
      struct State {
        @Presents var alert: Alert? { nil }
      }
      """,
      to: """
        struct State {
          var alert: Alert? { nil }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' can only be applied to a stored instance property", line: 2,
          column: 3, fixIts: [FixItSpec(message: "Remove '@Presents'")])
      ])
  }

  @Test func `a non-optional state cannot be presented`() {
    expand(
      .presents,
      """
      struct State {
        @Presents var alert: Alert
      }
      """,
      to: """
        struct State {
          var alert: Alert
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' requires an optional property, not a 'Alert'", line: 2, column: 3,
          fixIts: [FixItSpec(message: "Make it optional")])
      ],
      fixed: """
        struct State {
          @Presents var alert: Alert?
        }
        """)
  }

  @Test func `a presented state requires an explicit type`() {
    expand(
      .presents,
      """
      struct State {
        @Presents var alert = Alert?.none
      }
      """,
      to: """
        struct State {
          var alert = Alert?.none
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' requires a property with a type: 'State?'", line: 2, column: 3)
      ])
  }
}
