/// The runtime's kind of a type.
package enum TypeKind: Sendable, Equatable {
  case structure, enumeration, optional, tuple, classType
  case function, metatype, existential, constrainedExistential, existentialMetatype, other

  /// Reads the kind from the first word of the metadata.
  package init(of type: Any.Type) {
    // The first word is a kind below 0x800, or the isa pointer of a class.
    let word = Metadata(type).word(0)
    switch word {
    case 0x200: self = .structure
    case 0x201: self = .enumeration
    case 0x202: self = .optional
    case 0x301: self = .tuple
    case 0x302: self = .function
    case 0x303: self = .existential
    case 0x304: self = .metatype
    case 0x306: self = .existentialMetatype
    case 0x307: self = .constrainedExistential
    // 0x305 is a class of Objective-C.
    case 0, 0x203, 0x305: self = .classType
    default: self = word > 0x7ff ? .classType : .other
    }
  }
}
