/// Changes of declarations, with the types that they are about.
package struct MemberChanges: Sendable {
  /// The text of an added value in each form.
  package struct AddedValue: Hashable, Sendable {
    /// As commands have it.
    package var text: String
    /// As diffs and values print it.
    package var dump: String
    /// As JSON has it.
    package var json: String

    /// Creates a value.
    package init(text: String, dump: String, json: String) {
      self.text = text
      self.dump = dump
      self.json = json
    }
  }

  /// A change and its place.
  struct Item: Hashable, Sendable {
    let change: MemberChange
    /// The full name of the owner. As the user wrote it if no type of the driver has that name.
    let path: [String]
    /// The type that has the member, or the case that has it. `nil` if no type of the driver has that name.
    let type: Int?
    /// Whether the owner is a case.
    let isCase: Bool
    /// The value that is added. `nil` for another change.
    let value: AddedValue?
  }

  /// The owner of arguments, as far as it is known.
  enum Site {
    case type(Int)
    case enumCase(TypeOutline.Member, of: Int)
    /// Only these names are written. Empty for `.init(…)` and for JSON.
    case names([String])
  }

  /// The changes.
  let items: [Item]
  /// The types of the driver.
  let types: DeclaredTypes

  /// Finds the owners of changes.
  ///
  /// - Parameters:
  ///   - types: The types as they are after the changes.
  ///   - value: Reads a text as a value of a type, and returns it in each form.
  package init(
    _ changes: [MemberChange], types: DeclaredTypes,
    value: (String, Any.Type) throws(MigrationError) -> AddedValue
  ) throws(MigrationError) {
    self.types = types
    var items: [Item] = []
    for change in changes {
      let owner = try Self.owner(of: change, among: changes, types)
      var added: AddedValue?
      if let text = change.addedText {
        added = AddedValue(text: text, dump: text, json: text)
        if let type = owner.flatMap({ Self.type(of: change.member, $0, types) }) {
          added = try value(text, types.type(at: type))
        }
      }
      let isCase = owner?.isCase ?? (change.owner.last?.first?.isLowercase == true)
      items.append(
        Item(
          change: change, path: owner?.path ?? change.owner, type: owner?.type, isCase: isCase,
          value: added))
    }
    self.items = items
  }

  /// The names that changes give to members.
  package var newNames: Set<String> { Set(items.compactMap(\.change.newName)) }

  /// Whether the list of changes is empty.
  package var isEmpty: Bool { items.isEmpty }

  /// The names of owners that no type of the driver has, each once, with similar names.
  package var unknownOwners: [(name: String, candidates: [String])] {
    var seen: Set<[String]> = []
    return items.filter { $0.type == nil && seen.insert($0.path).inserted }.map { item in
      (item.path.joined(separator: "."), types.similarOwners(item.path))
    }
  }
}

// MARK: - Owners

extension MemberChanges {
  /// Returns the owner of a change. `nil` if no type has its name.
  private static func owner(
    of change: MemberChange, among changes: [MemberChange], _ types: DeclaredTypes
  ) throws(MigrationError) -> DeclaredTypes.Owner? {
    let found = types.owners(named: change.owner)
    // A value is added to a property or to a payload, and an enum has neither.
    let owners = change.addedText == nil ? found : found.filter { !$0.isEnumeration }
    guard !owners.isEmpty else {
      guard let enumeration = found.first else { return nil }
      throw MigrationError(
        "'\(enumeration.path.joined(separator: "."))' is an enum: add to one of its cases, as in"
          + " \(change.owner.joined(separator: ".")).case.label=VALUE")
    }
    let fitting = owners.filter { isMade(change, among: changes, in: $0) }
    if fitting.count == 1 { return fitting[0] }
    guard let first = owners.first, fitting.isEmpty, owners.count == 1 else {
      let names = (fitting.isEmpty ? owners : fitting).map { $0.path.joined(separator: ".") }
      throw MigrationError(
        "'\(change.owner.joined(separator: "."))' may be \(names.joined(separator: " or "))"
          + ": write more of the name")
    }
    throw missing(change, in: first)
  }

  /// Whether a declaration is as it is after a change.
  private static func isMade(
    _ change: MemberChange, among changes: [MemberChange], in owner: DeclaredTypes.Owner
  ) -> Bool {
    switch change.kind {
    case .add: owner.members.contains(change.member)
    case .remove: !owner.members.contains(change.member)
    case .rename(let name):
      // Another change may give the old name to another member.
      owner.members.contains(name)
        && (!owner.members.contains(change.member)
          || changes.contains {
            ($0.newName ?? ($0.addedText == nil ? nil : $0.member)) == change.member
          })
    }
  }

  /// Returns the error of a change that the driver does not have.
  private static func missing(
    _ change: MemberChange, in owner: DeclaredTypes.Owner
  ) -> MigrationError {
    let type = owner.path.joined(separator: ".")
    let advice = ": build the driver with the change first"
    let name = change.newName ?? change.member
    if change.isRemoval || owner.members.contains(name) {
      return MigrationError("'\(type)' still has '\(change.member)'\(advice)")
    }
    let nearest = Suggestions.nearest(to: name, among: owner.members.filter { $0 != "_" }).first
    return MigrationError(
      "'\(type)' has no '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? advice))
  }

  private static func type(
    of member: String, _ owner: DeclaredTypes.Owner, _ types: DeclaredTypes
  ) -> Int? {
    guard owner.isCase, let name = owner.path.last else {
      return types.member(member, of: owner.type)?.types.first
    }
    guard let declared = types.member(name, of: owner.type),
      let index = declared.valueNames.firstIndex(of: member)
    else { return nil }
    return declared.types[index]
  }
}

// MARK: - Places

extension MemberChanges {
  /// Returns the changes of an argument list: those that are certain, and those that may be meant.
  ///
  /// - Parameter labels: The labels of the arguments.
  func applying(at site: Site, labels: [String]) -> (certain: [Item], possible: [Item]) {
    switch site {
    case .type(let type):
      let path = types.path(of: type)
      return (items.filter { $0.type != nil && !$0.isCase && $0.path == path }, [])
    case .enumCase(let member, let type):
      let path = types.path(of: type) + [member.name]
      // Cases may share a name if their labels differ.
      let certain = items.filter {
        $0.type != nil && $0.isCase && $0.path == path
          && ($0.value == nil || member.valueNames.contains($0.change.member))
      }
      return (certain, [])
    case .names(let names):
      let members = items.filter { $0.isCase || !isEnumeration($0) }
      let certain = members.filter { isCertain($0, names) }
      let possible = members.filter {
        !certain.contains($0) && isPossible($0, names) && mayHave(labels, $0)
      }
      return (certain, possible)
    }
  }

  /// Returns the new name of a property or case. `nil` if its name does not change.
  func newName(of member: String, in type: Int) -> String? {
    item(for: member, in: type) { $0.change.newName != nil }?.change.newName
  }

  /// Returns the removal of a property or case.
  func removal(of member: String, in type: Int) -> Item? {
    item(for: member, in: type) { $0.change.isRemoval }
  }

  /// Returns the renamed or removed case that names mean, if they begin with those of a type that the
  /// driver does not have.
  func unknownCase(named names: [String]) -> Item? {
    items.first {
      $0.type == nil && $0.value == nil && names.last == $0.change.member
        && Array(names.dropLast()).ends(with: $0.path)
    }
  }

  /// Returns the renamed or removed members of a name, of any type. Ignores positions of values.
  func concerning(_ member: String) -> [Item] {
    items.filter { $0.change.member == member && $0.value == nil && Int(member) == nil }
  }

  private func item(
    for member: String, in type: Int, where isWanted: (Item) -> Bool
  ) -> Item? {
    let path = types.path(of: type)
    return items.first {
      $0.type != nil && !$0.isCase && $0.path == path && $0.change.member == member && isWanted($0)
    }
  }

  private func isEnumeration(_ item: Item) -> Bool {
    item.type.map { types.kind(of: $0) == .enumeration } ?? false
  }

  private func isCertain(_ item: Item, _ names: [String]) -> Bool {
    guard item.type != nil else { return names.ends(with: item.path) }
    // Endpoints and other cases may have the name of a case.
    return !item.isCase && types.path(named: names) == item.path
  }

  /// Whether names may mean the owner of a change. No names may mean any type, but no case.
  private func isPossible(_ item: Item, _ names: [String]) -> Bool {
    names.isEmpty ? !item.isCase : item.path.isNamed(by: names)
  }

  /// Whether the owner may have arguments with these labels.
  private func mayHave(_ labels: [String], _ item: Item) -> Bool {
    guard let type = item.type, !item.isCase else { return true }
    let names =
      types.members(of: type).map(\.name)
      + items.filter { $0.path == item.path }.map(\.change.member)
    return labels.allSatisfy(names.contains)
  }
}
