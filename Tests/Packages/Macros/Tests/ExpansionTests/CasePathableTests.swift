import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct `CasePathable` {
  @Test func `each case gets a case path for its number of payloads`() {
    expand(
      .casePathable,
      """
      @CasePathable
      enum Action {
        case appeared
        case countChanged(Int)
        case deleted(id: Int)
        case moved(from: Int, Int = 1)
      }
      """,
      to: """
        enum Action {
          case appeared
          case countChanged(Int)
          case deleted(id: Int)
          case moved(from: Int, Int = 1)

          nonisolated struct AllCasePaths: _$CasePathReflectable, Sendable, Sequence {
            subscript(root: Action) -> _$PartialCaseKeyPath<Action> {
              if self.appeared.extract(from: root) != nil {
                return \\.appeared
              }
              if self.countChanged.extract(from: root) != nil {
                return \\.countChanged
              }
              if self.deleted.extract(from: root) != nil {
                return \\.deleted
              }
              if self.moved.extract(from: root) != nil {
                return \\.moved
              }
              return \\.never
            }
            var appeared: _$AnyCasePath<Action, Void> {
              _$AnyCasePath._$embed(
                { _ in
                  Action.appeared
                },
                extract: {
                  guard case .appeared = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            var countChanged: _$AnyCasePath<Action, Int> {
              _$AnyCasePath._$embed(
                Action.countChanged,
                extract: {
                  guard case let .countChanged(v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var deleted: _$AnyCasePath<Action, Int> {
              _$AnyCasePath._$embed(
                Action.deleted(id:),
                extract: {
                  guard case let .deleted(id: v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var moved: _$AnyCasePath<Action, (from: Int, Int)> {
              _$AnyCasePath._$embed(
                {
                  Action.moved(from: $0.0, $0.1)
                },
                extract: {
                  guard case let .moved(from: v0, v1) = $0 else {
                    return nil
                  }
                  return (v0, v1)
                }
              )
            }
            func makeIterator() -> IndexingIterator<[_$PartialCaseKeyPath<Action>]> {
              var allCasePaths: [_$PartialCaseKeyPath<Action>] = []
              allCasePaths.append(\\.appeared)
              allCasePaths.append(\\.countChanged)
              allCasePaths.append(\\.deleted)
              allCasePaths.append(\\.moved)
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        nonisolated extension Action: _$CasePathable, _$CasePathIterable {
        }
        """)
  }

  @Test func `the members of a public enum are public`() {
    expand(
      .casePathable,
      """
      public enum Feature {
        @CasePathable
        public enum Action {
          case appeared
        }
      }
      """,
      to: """
        public enum Feature {
          public enum Action {
            case appeared

            nonisolated public struct AllCasePaths: _$CasePathReflectable, Sendable, Sequence {
              public subscript(root: Action) -> _$PartialCaseKeyPath<Action> {
                if self.appeared.extract(from: root) != nil {
                  return \\.appeared
                }
                return \\.never
              }
              public var appeared: _$AnyCasePath<Action, Void> {
                _$AnyCasePath._$embed(
                  { _ in
                    Action.appeared
                  },
                  extract: {
                    guard case .appeared = $0 else {
                      return nil
                    }
                    return ()
                  }
                )
              }
              public func makeIterator() -> IndexingIterator<[_$PartialCaseKeyPath<Action>]> {
                var allCasePaths: [_$PartialCaseKeyPath<Action>] = []
                allCasePaths.append(\\.appeared)
                return allCasePaths.makeIterator()
              }
            }

            nonisolated public static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
        }

        nonisolated extension Feature.Action: _$CasePathable, _$CasePathIterable {
        }
        """)
  }

  @Test func `an enum in a public extension is public, and without cases has no statement`() {
    expand(
      .casePathable,
      """
      public extension Feature {
        @CasePathable
        enum Action {}
      }
      """,
      to: """
        public extension Feature {
          enum Action {

            nonisolated public struct AllCasePaths: _$CasePathReflectable, Sendable, Sequence {
              public subscript(root: Action) -> _$PartialCaseKeyPath<Action> {

              }

              public func makeIterator() -> IndexingIterator<[_$PartialCaseKeyPath<Action>]> {
                let allCasePaths: [_$PartialCaseKeyPath<Action>] = []

                return allCasePaths.makeIterator()
              }
            }

            nonisolated public static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
        }
        }

        nonisolated extension Feature.Action: _$CasePathable, _$CasePathIterable {
        }
        """)
  }

  @Test func `conditions around cases apply to their case paths`() {
    expand(
      .casePathable,
      """
      @CasePathable
      enum Action {
        #if DEBUG
        case shaken
        #else
        case tapped
        #endif
      }
      """,
      to: """
        enum Action {
          #if DEBUG
          case shaken
          #else
          case tapped
          #endif

          nonisolated struct AllCasePaths: _$CasePathReflectable, Sendable, Sequence {
            subscript(root: Action) -> _$PartialCaseKeyPath<Action> {
              #if DEBUG
              if self.shaken.extract(from: root) != nil {
                return \\.shaken
              }
              #else
              if self.tapped.extract(from: root) != nil {
                return \\.tapped
              }
              #endif
              return \\.never
            }
            #if DEBUG
            var shaken: _$AnyCasePath<Action, Void> {
              _$AnyCasePath._$embed(
                { _ in
                  Action.shaken
                },
                extract: {
                  guard case .shaken = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            #else
            var tapped: _$AnyCasePath<Action, Void> {
              _$AnyCasePath._$embed(
                { _ in
                  Action.tapped
                },
                extract: {
                  guard case .tapped = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            #endif
            func makeIterator() -> IndexingIterator<[_$PartialCaseKeyPath<Action>]> {
              var allCasePaths: [_$PartialCaseKeyPath<Action>] = []
              #if DEBUG
              allCasePaths.append(\\.shaken)
              #else
              allCasePaths.append(\\.tapped)
              #endif
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        nonisolated extension Action: _$CasePathable, _$CasePathIterable {
        }
        """)
  }

  @Test func `Self in a payload is the enum`() {
    expand(
      .casePathable,
      """
      @CasePathable
      indirect enum Tree {
        case node([Self])
      }
      """,
      to: """
        indirect enum Tree {
          case node([Self])

          nonisolated struct AllCasePaths: _$CasePathReflectable, Sendable, Sequence {
            subscript(root: Tree) -> _$PartialCaseKeyPath<Tree> {
              if self.node.extract(from: root) != nil {
                return \\.node
              }
              return \\.never
            }
            var node: _$AnyCasePath<Tree, [Tree]> {
              _$AnyCasePath._$embed(
                Tree.node,
                extract: {
                  guard case let .node(v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            func makeIterator() -> IndexingIterator<[_$PartialCaseKeyPath<Tree>]> {
              var allCasePaths: [_$PartialCaseKeyPath<Tree>] = []
              allCasePaths.append(\\.node)
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        nonisolated extension Tree: _$CasePathable, _$CasePathIterable {
        }
        """)
  }

  @Test func `Element in a payload is the type outside of the case paths`() {
    expand(
      .casePathable,
      """
      @CasePathable
      enum Tree {
        case node([Element])
      }
      """,
      to: """
        enum Tree {
          case node([Element])

          nonisolated struct AllCasePaths: _$CasePathReflectable, Sendable, Sequence {
            subscript(root: Tree) -> _$PartialCaseKeyPath<Tree> {
              if self.node.extract(from: root) != nil {
                return \\.node
              }
              return \\.never
            }
            var node: _$AnyCasePath<Tree, [_$Element]> {
              _$AnyCasePath._$embed(
                Tree.node,
                extract: {
                  guard case let .node(v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            func makeIterator() -> IndexingIterator<[_$PartialCaseKeyPath<Tree>]> {
              var allCasePaths: [_$PartialCaseKeyPath<Tree>] = []
              allCasePaths.append(\\.node)
              return allCasePaths.makeIterator()
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }

          typealias _$Element = Element
        }

        nonisolated extension Tree: _$CasePathable, _$CasePathIterable {
        }
        """)
  }

  @Test func `a struct has no cases`() {
    expand(
      .casePathable,
      """
      @CasePathable
      struct Action {
      }
      """,
      to: """
        struct Action {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' can only be applied to an enum", line: 1, column: 1,
          fixIts: [FixItSpec(message: "Remove '@CasePathable'")])
      ],
      fixed: """
        struct Action {
        }
        """)
  }

  @Test func `overloaded case names are reported`() {
    expand(
      .casePathable,
      """
      @CasePathable
      enum Action {
        case set(x: Int)
        case set(y: Int)
      }
      """,
      to: """
        enum Action {
          case set(x: Int)
          case set(y: Int)
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' cannot be applied to the overloaded case name 'set'", line: 4,
          column: 8)
      ])
  }
}
