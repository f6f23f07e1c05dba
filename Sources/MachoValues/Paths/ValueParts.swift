import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A part of a value that is too long to be shown whole.
package struct ValuePart: Equatable, Sendable {
  /// The path of the part, as `expect` writes it.
  package let path: String
  /// The text of the part. `nil` if it is too long.
  package let text: String?
  /// The length of the whole text, in bytes.
  package let size: Int
  /// The number of elements of a collection. `nil` for any other part.
  package var count: Int?
  /// The path of the first element of a collection that is not a part of its own. `nil` if there is none.
  package var next: String?
}

extension ValueSyntax {
  /// Divides a value whose text has more than `limit` bytes: a part that fits has its text, and the
  /// others have only their size. Returns no parts of a value that is shorter or cannot be divided.
  ///
  /// - Parameter path: The path of the value, with which the paths of its parts begin. Empty for the root.
  package func parts(of value: TypedValue, at path: String, limit: Int) -> [ValuePart] {
    // An index behind '[*]' would apply to each element.
    if let path = try? ValuePath(reading: path[...]), path.isList { return [] }
    var collector = PartCollector(syntax: self)
    collector.collect(ValueAtPath(path: path == "self" ? "" : path, value: value), limit, 0)
    return collector.parts.count > 1 ? collector.parts : []
  }
}

private struct ValueAtPath {
  var path: String
  var value: TypedValue
}

private struct PartCollector {
  let syntax: ValueSyntax
  var parts: [ValuePart] = []

  private static let maximumDepth = 8

  init(syntax: ValueSyntax) { self.syntax = syntax }

  mutating func collect(_ part: ValueAtPath, _ limit: Int, _ depth: Int) {
    let text = syntax.print(part.value)
    let size = text.utf8.count
    guard size > limit else {
      return parts.append(ValuePart(path: part.path, text: text, size: size))
    }
    guard depth < Self.maximumDepth, let content = unwrappedContent(part.value.value),
      syntax.leaves.leaf(type(of: content)) == nil
    else { return parts.append(ValuePart(path: part.path, text: nil, size: size)) }
    if let elements = elements(of: content, at: part.path) {
      return collect(elements, of: part.path, size, limit, depth)
    }
    let members = members(of: content, at: part.path)
    if members.isEmpty { return parts.append(ValuePart(path: part.path, text: nil, size: size)) }
    for (member, share) in zip(members, shares(of: limit, members)) {
      collect(member, share, depth + 1)
    }
  }

  /// Adds a collection and as many of its first elements as fit.
  private mutating func collect(
    _ elements: [ValueAtPath], of path: String, _ size: Int, _ limit: Int, _ depth: Int
  ) {
    let index = parts.count
    parts.append(ValuePart(path: path, text: nil, size: size, count: elements.count))
    var left = limit
    for element in elements {
      let text = syntax.print(element.value)
      guard text.utf8.count <= left else {
        parts[index].next = element.path
        // Of a long first element, the beginning.
        if index == parts.count - 1, left > 0 { collect(element, left, depth + 1) }
        return
      }
      left -= text.utf8.count
      parts.append(ValuePart(path: element.path, text: text, size: text.utf8.count))
    }
  }

  /// Divides a limit: what short members do not need is left for the long ones.
  private func shares(of limit: Int, _ members: [ValueAtPath]) -> [Int] {
    let sizes = members.map { syntax.print($0.value).utf8.count }
    var shares = sizes
    var left = limit
    for (rank, index) in sizes.indices.sorted(by: { sizes[$0] < sizes[$1] }).enumerated() {
      shares[index] = min(sizes[index], left / (sizes.count - rank))
      left -= shares[index]
    }
    return shares
  }

  /// Returns the properties of a struct, or the payload of an enum.
  private func members(of content: Any, at path: String) -> [ValueAtPath] {
    let prefix = path.isEmpty ? "" : path + "."
    switch CompositeValue(content) {
    case .structure(let schema):
      return schema.visible.compactMap { property in
        guard let part = try? schema.metadata.value(at: property.index, in: content) else {
          return nil
        }
        return ValueAtPath(
          path: prefix + property.name, value: TypedValue(part, as: property.field.type))
      }
    case .enumeration(let schema):
      guard let current = try? schema.currentCase(of: content), current.elements.count == 1,
        let payload = try? schema.payload(of: content).first
      else { return [] }
      return [
        ValueAtPath(
          path: prefix + current.name, value: TypedValue(payload, as: current.elements[0].type))
      ]
    default: return []
    }
  }

  /// Returns the elements of a collection that has keys or indexes. `nil` for any other value.
  private func elements(of content: Any, at path: String) -> [ValueAtPath]? {
    if let keyed = content as? any KeyedValues,
      let keys = keyed.sortedKeys.value as? any Collection,
      let values = keyed.sortedValues.value as? any Collection
    {
      return zip(typedElements(of: keys), typedElements(of: values)).map { key, value in
        ValueAtPath(path: "\(path)[\(syntax.print(key))]", value: value)
      }
    }
    guard !(content is Data), let list = content as? any RandomAccessCollection else { return nil }
    return typedElements(of: list).enumerated().map { index, value in
      ValueAtPath(path: "\(path)[\(index)]", value: value)
    }
  }
}
