import MachoMetadata

extension ValueCompleter {
  /// Returns the beginnings of the errors that text can name.
  func errors() -> [CompletionWord] {
    let registered = syntax.leaves.concreteTypes.filter { $0 is any Error.Type }
    let found = syntax.errorTypes.map(\.type)
    let types = registered + found.filter { type in !registered.contains { $0 == type } }
    return types.flatMap { type in
      let name = TypeName.path(type).joined(separator: ".")
      switch TextSchema.of(type).shape {
      case .enumeration:
        return cases(type, dot: false).map {
          CompletionWord("\(name).\($0.text)", title: "\(name).\($0.title ?? $0.text)")
        }
      case .structure(let schema):
        let label = schema.visible.first.map { "\($0.name): " } ?? ")"
        return [CompletionWord("\(name)(\(label)", title: schema.signature)]
      default: return []
      }
    }
  }

  /// Scans an error by its type's name, or suggests names. Returns `false` if no type has the name.
  mutating func scanError(_ depth: Int) -> Bool {
    let names = bytes[position...].prefix { isNameByte($0) || $0 == UInt8(ascii: ".") }
    let words = names.split(separator: UInt8(ascii: "."))
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    let types = syntax.errorTypes(named: texts)
    // The types of the feature's modules are suggested with their cases.
    let isMember =
      names.contains(UInt8(ascii: ".")) && !types.isEmpty
      && !types.contains { syntax.errorModules.contains($0.module) }
    guard isMember || names.endIndex < bytes.endIndex else {
      suggest((any Error).self, from: position, dot: false)
      return true
    }
    for type in types {
      guard let index = type.position(in: texts) else { continue }
      position = words[index].startIndex
      scanMember(type.type, depth + 1)
      return true
    }
    return false
  }
}
