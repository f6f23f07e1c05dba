import MachoValues

/// What a feature declares, as data that another process can compare.
package struct FeatureOutline: Codable, Sendable {
  package var types: TypeOutline
  /// The node of the state.
  package var state: Int
  /// The nodes of the actions that are sent, and of those that are received.
  package var actions: [Int]
  package var received: [Int]
  /// The names of aliases, which lines can send.
  package var aliases: [String]
  /// The signatures of the endpoints, by name.
  package var endpoints: [String: String]
}

/// A property or case that one side of a comparison leaves out.
package struct Omission: Codable, Hashable, Sendable {
  package var node: Int
  package var name: String
}

/// Compares what the two sides of a comparison declare, from the state and the actions inwards.
package struct TypeComparison {
  /// The differences, each as a sentence.
  package private(set) var differences: [String] = []
  package private(set) var baseOmissions: Set<Omission> = []
  package private(set) var headOmissions: Set<Omission> = []
  /// The labels of actions whose values differ, so that one side cannot read those of the other.
  package private(set) var changedLabels: Set<String> = []

  private let base: FeatureOutline
  private let head: FeatureOutline
  private var visited: Set<[Int]> = []

  /// Compares two outlines.
  package init(base: FeatureOutline, head: FeatureOutline) {
    self.base = base
    self.head = head
    compare(base.state, head.state, label: nil)
    for (left, right) in zip(base.actions, head.actions)
    where Self.haveCommonCases(base.types.nodes[left], head.types.nodes[right]) {
      compare(left, right, label: "")
    }
    compareEndpoints()
  }

  /// Whether effects of both sides send actions of the same types. Two architectures have none in common: their
  /// states are compared after each step.
  package var comparesReceived: Bool {
    base.received.count == head.received.count
      && zip(base.received, head.received).allSatisfy {
        Self.haveCommonCases(base.types.nodes[$0], head.types.nodes[$1])
      }
  }

  private static func haveCommonCases(_ old: TypeOutline.Node, _ new: TypeOutline.Node) -> Bool {
    guard old.kind == .enumeration || new.kind == .enumeration else { return old.kind == new.kind }
    guard !old.members.isEmpty || !new.members.isEmpty else { return true }
    return old.members.contains { member in new.members.contains { $0.name == member.name } }
  }

  private func name(_ node: Int, _ outline: FeatureOutline) -> String {
    outline.types.nodes[node].name
  }

  private mutating func compareEndpoints() {
    for (name, signature) in base.endpoints.sorted(by: { $0.key < $1.key }) {
      guard let other = head.endpoints[name] else {
        add("endpoint \(signature) was removed")
        continue
      }
      if signature != other { add("endpoint \(name) is \(other), and was \(signature)") }
    }
    for (name, signature) in head.endpoints.sorted(by: { $0.key < $1.key })
    where base.endpoints[name] == nil {
      add("endpoint \(signature) is new")
    }
  }

  /// Compares two types. Returns whether their values can be compared.
  ///
  /// - Parameter label: The cases of the action so far. `nil` for a part of the state.
  @discardableResult
  private mutating func compare(_ left: Int, _ right: Int, label: String?) -> Bool {
    guard visited.insert([left, right, label == nil ? 0 : 1]).inserted else { return true }
    let (old, new) = (base.types.nodes[left], head.types.nodes[right])
    // An optional value has the JSON of its content.
    if old.kind == .optional || new.kind == .optional, old.kind != new.kind {
      let content = (old.kind == .optional ? old : new).members.first?.types.first
      guard let content else { return false }
      _ =
        old.kind == .optional
        ? compare(content, right, label: label) : compare(left, content, label: label)
      return false
    }
    guard old.kind == new.kind else { return false }
    switch old.kind {
    case .leaf: return old.name == new.name
    case .optional, .elements, .pairs, .tuple:
      return compareContents(old.members.first, new.members.first, label: label)
    case .structure: compareProperties(old, new, left, right, label)
    case .enumeration: compareCases(old, new, left, right, label)
    }
    return true
  }

  private mutating func compareContents(
    _ old: TypeOutline.Member?, _ new: TypeOutline.Member?, label: String?
  ) -> Bool {
    guard let old, let new, old.types.count == new.types.count else { return false }
    var isComparable = true
    for (left, right) in zip(old.types, new.types)
    where !compare(left, right, label: label) {
      isComparable = false
    }
    return isComparable
  }

  private mutating func compareProperties(
    _ old: TypeOutline.Node, _ new: TypeOutline.Node, _ left: Int, _ right: Int, _ label: String?
  ) {
    for member in old.members where !new.members.contains(where: { $0.name == member.name }) {
      add("\(old.name).\(member.name): \(text(member, base)) was removed", label)
      baseOmissions.insert(Omission(node: left, name: member.name))
    }
    for member in new.members {
      guard let other = old.members.first(where: { $0.name == member.name }) else {
        add("\(new.name).\(member.name): \(text(member, head)) is new", label)
        headOmissions.insert(Omission(node: right, name: member.name))
        continue
      }
      guard !compareContents(other, member, label: label) else { continue }
      add(
        "\(new.name).\(member.name) is \(text(member, head)), and was \(text(other, base))", label)
      guard !isComparable(other, member) else { continue }
      baseOmissions.insert(Omission(node: left, name: member.name))
      headOmissions.insert(Omission(node: right, name: member.name))
    }
  }

  private mutating func compareCases(
    _ old: TypeOutline.Node, _ new: TypeOutline.Node, _ left: Int, _ right: Int, _ label: String?
  ) {
    for member in old.members where !new.members.contains(where: { $0.name == member.name }) {
      add("case \(old.name).\(signature(member, base)) was removed")
      baseOmissions.insert(Omission(node: left, name: member.name))
    }
    for member in new.members {
      guard let other = old.members.first(where: { $0.name == member.name }) else {
        add("case \(new.name).\(signature(member, head)) is new")
        headOmissions.insert(Omission(node: right, name: member.name))
        continue
      }
      let inner = label.map { $0.isEmpty ? member.name : "\($0).\(member.name)" }
      if member.types.count == other.types.count, member.labels == other.labels,
        compareContents(other, member, label: inner)
      {
        continue
      }
      guard !member.types.isEmpty || !other.types.isEmpty else { continue }
      add(
        "case \(new.name).\(signature(member, head)) was \(signature(other, base))", inner)
      baseOmissions.insert(Omission(node: left, name: member.name))
      headOmissions.insert(Omission(node: right, name: member.name))
    }
  }

  /// Whether the values of a property with another type have comparable JSON: both are numbers, or one is
  /// optional.
  private func isComparable(_ old: TypeOutline.Member, _ new: TypeOutline.Member) -> Bool {
    func core(_ member: TypeOutline.Member, _ outline: FeatureOutline) -> TypeOutline.Node? {
      guard let index = member.types.first else { return nil }
      let node = outline.types.nodes[index]
      guard node.kind == .optional, let content = node.members.first?.types.first else {
        return node
      }
      return outline.types.nodes[content]
    }
    guard let left = core(old, base), let right = core(new, head), left.kind == right.kind else {
      return false
    }
    return left.kind != .leaf || left.name == right.name
      || Self.numbers.contains(left.name) && Self.numbers.contains(right.name)
  }

  private static let numbers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float",
    "Double",
  ]

  private func text(_ member: TypeOutline.Member, _ outline: FeatureOutline) -> String {
    member.types.map { name($0, outline) }.joined(separator: ", ")
  }

  private func signature(_ member: TypeOutline.Member, _ outline: FeatureOutline) -> String {
    guard !member.types.isEmpty else { return member.name }
    let values = zip(member.labels, member.types).map { label, type in
      (label == "_" ? "" : label + ": ") + name(type, outline)
    }
    return "\(member.name)(\(values.joined(separator: ", ")))"
  }

  private mutating func add(_ text: String, _ label: String? = nil) {
    if let label, !label.isEmpty { changedLabels.insert(label) }
    if !differences.contains(text) { differences.append(text) }
  }

  /// Whether both sides can read an action of a label.
  package func canSend(_ label: String) -> Bool {
    !changedLabels.contains { label == $0 || ActionLabel(label).isInside(ActionLabel($0)) }
  }
}
