import MachoReporting
import MachoSessions
import MachoSystem
import MachoValues

/// A change of a feature that may be the reason why a script fails, and that `macho migrate` adapts scripts to.
package struct MigrationHint: Codable, Hashable, Sendable {
  /// What may have changed.
  enum Change: Codable, Hashable, Sendable {
    /// The properties of a type, or the values of a case. All have the same owner.
    case arguments([MemberChange])
    /// A property or a case.
    case member(MemberChange)
    /// Names, wherever they occur.
    case names([Renaming])
  }

  private(set) var change: Change
  /// The files that may need the change.
  private(set) var paths: [String]

  init(_ change: Change, path: String) {
    self.change = change
    paths = [path]
  }

  /// Returns the changes that explain the failure of a line: alternatives, the likeliest one first.
  ///
  /// - Parameters:
  ///   - text: The text of the line.
  ///   - feature: The feature of the store in use.
  ///   - path: The file that contains the line.
  static func hints(
    for failure: Diagnostic, in text: String, of feature: (any DrivenFeature)?, path: String
  ) -> [MigrationHint] {
    guard let mismatch = failure.mismatch else {
      let renaming = renamedEndpoint(failure, in: text)
      return renaming.map { [MigrationHint(.names([$0]), path: path)] } ?? []
    }
    let alternatives = mismatch.alternatives(feature?.syntax ?? ValueSyntax())
    let changes =
      mismatch.isOfArguments
      ? alternatives.map(Change.arguments) : alternatives.joined().map(Change.member)
    return changes.map { MigrationHint($0, path: path) }
  }

  private static func renamedEndpoint(_ failure: Diagnostic, in text: String) -> Renaming? {
    guard failure.code == "no-such-endpoint", let new = failure.candidates.first,
      let range = failure.range, range.upperBound <= text.utf8.count
    else { return nil }
    let old = Substring(text.utf8.prefix(range.upperBound).dropFirst(range.lowerBound))
    return try? Renaming(parsing: "\(old)=\(new)")
  }

  /// Returns the hints whose options `macho migrate` accepts with the features of a driver.
  package static func possible(
    _ hints: [MigrationHint], with catalog: [any DrivenFeature]
  ) -> [MigrationHint] {
    var known: [Change: Bool] = [:]
    return hints.filter { hint in
      let isPossible = known[hint.change] ?? hint.change.isPossible(with: catalog)
      known[hint.change] = isPossible
      return isPossible
    }
  }
}

// MARK: - Commands

extension MigrationHint {
  /// Returns a line with a command for each change, although several failures have the same reason.
  package static func lines(for hints: [MigrationHint]) -> [StyledLine] {
    var merged: [MigrationHint] = []
    for hint in hints {
      if let index = merged.firstIndex(where: { $0.change.isSameDeclaration(as: hint.change) }) {
        merged[index].merge(hint)
      } else {
        merged.append(hint)
      }
    }
    // Arguments say more about a property than a name alone.
    let explained = Set(merged.filter(\.isOfArguments).flatMap { $0.change.members.map(\.name) })
    return merged.filter { hint in
      hint.isOfArguments || !hint.change.members.contains { explained.contains($0.name) }
    }.map { StyledLine($0.line, .notice) }
  }

  private var isOfArguments: Bool {
    if case .arguments = change { true } else { false }
  }

  private mutating func merge(_ other: MigrationHint) {
    for path in other.paths where !paths.contains(path) { paths.append(path) }
    guard case .arguments(var changes) = change else { return }
    for new in other.change.members {
      guard let index = changes.firstIndex(where: { $0.name == new.name }) else {
        changes.append(new)
        continue
      }
      // Only some texts show that a property has another name now.
      if case .rename = new.kind { changes[index] = new }
    }
    change = .arguments(changes)
  }

  private var line: String {
    let words = [DriverName.typed, "migrate"] + change.options + Self.targets(paths)
    return "if \(change.summary):  " + words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// Returns what contains all files: the only one, or the directory that they share.
  private static func targets(_ paths: [String]) -> [String] {
    let directories = paths.map {
      $0.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    }
    guard paths.count > 1, let first = directories.first else { return paths }
    let common = directories.dropFirst().reduce(Array(first)) { common, directory in
      zip(common, directory).prefix { $0 == $1 }.map(\.0)
    }
    let isAbsolute = paths.map { $0.utf8.first == UInt8(ascii: "/") }
    guard Set(isAbsolute).count == 1 else { return paths }
    if common.isEmpty { return ["."] }
    return common == [""] ? ["/"] : [common.joined(separator: "/")]
  }
}

extension MigrationHint.Change {
  /// The changed members. Empty for names of any kind.
  fileprivate var members: [MemberChange] {
    switch self {
    case .arguments(let changes): changes
    case .member(let change): [change]
    case .names: []
    }
  }

  /// Whether `macho migrate` accepts the options with the features of a driver.
  fileprivate func isPossible(with catalog: [any DrivenFeature]) -> Bool {
    guard !members.isEmpty else { return true }
    guard Set(members.map(\.name)).count == members.count, members.allSatisfy(\.hasOption),
      let migration = try? Migration(changes: members, catalog: catalog)
    else { return false }
    return migration.unknownOwners.isEmpty
  }

  /// Whether one command makes both changes.
  fileprivate func isSameDeclaration(as other: Self) -> Bool {
    guard case .arguments(let changes) = self, case .arguments(let others) = other else {
      return self == other
    }
    return changes.first?.owner == others.first?.owner
  }

  /// The changes as a clause.
  fileprivate var summary: String {
    switch self {
    case .arguments(let changes):
      return (changes.first?.owner ?? []).joined(separator: ".") + " changed"
    case .member(let change):
      return "\(change.name) was " + (change.kind == .remove ? "removed" : "renamed")
    case .names(let renamings):
      let names = renamings.map(\.old).joined(separator: " and ")
      return "\(names) \(renamings.count == 1 ? "was" : "were") renamed"
    }
  }

  /// The options of `macho migrate`.
  fileprivate var options: [String] {
    switch self {
    case .arguments, .member: members.flatMap { [$0.option.name, $0.option.value] }
    case .names(let renamings): renamings.flatMap { ["--rename", "\($0.old)=\($0.new)"] }
    }
  }
}

extension MemberChange {
  /// The option of `macho migrate`.
  fileprivate var option: (name: String, value: String) {
    switch kind {
    case .add(let text): ("--add", "\(name)=\(text)")
    case .remove: ("--remove", name)
    case .rename(let new): ("--rename", "\(name)=\(new)")
    }
  }

  /// Whether `macho migrate` reads the option as this change. `false` for one that is too long for a line.
  fileprivate var hasOption: Bool {
    let value = option.value
    guard value.utf8.count <= 400 else { return false }
    switch kind {
    case .add: return (try? MemberChange(adding: value)) == self
    case .remove: return (try? MemberChange(removing: value)) == self
    case .rename: return (try? MemberChange(renaming: value)) == self
    }
  }
}
