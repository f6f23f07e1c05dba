/// What must hold for a step to run: `[linux]`, `[!env:CI]`, `[feature:x]`. This is the syntax; whoever
/// runs the script knows whether it holds.
package struct Condition: Hashable, Sendable {
  /// What is asked.
  package enum Kind: Hashable, Sendable {
    /// Running on Linux.
    case linux
    /// Running on macOS.
    case macos
    /// An environment variable is set and not empty.
    case environment(String)
    /// A feature of that name is registered.
    case feature(String)
  }

  /// What is asked.
  package var kind: Kind
  /// Whether `!` stands before it.
  package var isNegated: Bool

  /// Makes a condition.
  package init(_ kind: Kind, isNegated: Bool = false) {
    self.kind = kind
    self.isNegated = isNegated
  }

  /// The forms that there are, as they are typed between the brackets.
  package static let forms = ["linux", "macos", "env:NAME", "feature:NAME"]
}

extension Condition: CustomStringConvertible {
  /// The condition as it is typed, with its brackets.
  package var description: String {
    let name =
      switch kind {
      case .linux: "linux"
      case .macos: "macos"
      case .environment(let name): "env:\(name)"
      case .feature(let name): "feature:\(name)"
      }
    return "[\(isNegated ? "!" : "")\(name)]"
  }

  /// Reads what stands between the brackets; nil when nobody knows it.
  init?(_ text: Substring) {
    var text = text
    let isNegated = text.utf8.first == UInt8(ascii: "!")
    if isNegated { text = Substring(text.utf8.dropFirst()) }
    if text == "linux" {
      self.init(.linux, isNegated: isNegated)
    } else if text == "macos" {
      self.init(.macos, isNegated: isNegated)
    } else if let name = Self.name(in: text, behind: "env:") {
      self.init(.environment(name), isNegated: isNegated)
    } else if let name = Self.name(in: text, behind: "feature:") {
      self.init(.feature(name), isNegated: isNegated)
    } else {
      return nil
    }
  }

  private static func name(in text: Substring, behind kind: String) -> String? {
    guard text.utf8.starts(with: kind.utf8) else { return nil }
    let name = text.utf8.dropFirst(kind.utf8.count)
    let isPlain = name.allSatisfy { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "[") }
    return isPlain && !name.isEmpty ? String(Substring(name)) : nil
  }
}
