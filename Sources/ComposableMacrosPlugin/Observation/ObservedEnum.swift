import SwiftSyntax

/// The generated members of an enum that is an observable state. Its identity is derived from the
/// payload's.
struct ObservedEnum {
  private let cases: EnumCases
  private let tags: [String: Int]
  private let access: String

  init(_ declaration: EnumDeclSyntax, access: String) {
    cases = EnumCases(of: declaration)
    tags = Dictionary(
      zip(cases.all.map(\.name), 0...), uniquingKeysWith: { first, _ in first })
    self.access = access
  }

  var members: [DeclSyntax] {
    [
      """
      \(raw: access)var _$id: _$ObservableStateID {
      switch self {
      \(raw: cases.text(identity))
      }
      }
      """,
      """
      \(raw: access)mutating func _$willModify() {
      switch self {
      \(raw: cases.text(willModify))
      }
      }
      """,
    ]
  }

  private func identity(of element: ParsedEnumCase) -> String {
    let tag = "_$tag(\(tags[element.name, default: 0]))"
    switch element.payload.count {
    case 0:
      return """
        case .\(element.name):
        return _$ObservableStateID._$inert.\(tag)
        """
    case 1:
      return """
        case let .\(element.name)\(element.arguments { _ in "state" }):
        return _$ObservableStateID._$id(for: state).\(tag)
        """
    default:
      // A tuple has no identity, so each access returns a new one.
      return """
        case .\(element.name):
        return _$ObservableStateID().\(tag)
        """
    }
  }

  private func willModify(_ element: ParsedEnumCase) -> String {
    guard element.singlePayload != nil else {
      return """
        case .\(element.name):
        break
        """
    }
    let pattern = ".\(element.name)\(element.arguments { _ in "state" })"
    return """
      case var \(pattern):
      _$ObservableStateID._$willModify(&state)
      self = \(pattern)
      """
  }
}
