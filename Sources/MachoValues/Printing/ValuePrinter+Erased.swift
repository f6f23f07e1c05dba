import MachoMetadata

extension ValuePrinter {
  /// Writes a value without a declared type, so that the text implies the type.
  mutating func writeErased(_ value: Any) {
    let type = Swift.type(of: value)
    switch value {
    case is Int, is String, is Bool, is ScriptedError: return write(value, as: type)
    case let double as Double where double.isFinite: return write(double)
    default: break
    }
    switch TextSchema.of(type).shape {
    case .enumeration(let schema):
      write(text: schema.path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "."))
      write(text: ".")
      write(value, as: type)
    case .convertible where KnownTypes.byName[TypeName.spell(type)] != nil:
      // `UUID(1)` includes its type, but the `3` of an Int8 does not. A registered text may not.
      let includesName =
        KnownTypes.namedInText.contains(ObjectIdentifier(type)) && syntax.leaves.leaf(type) == nil
      var inner = self.inner
      inner.write(value, as: type)
      write(text: includesName ? inner.output : "\(TypeName.spell(type))(\(inner.output))")
    default: write(value, as: type)
    }
  }
}
