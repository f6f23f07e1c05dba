import CLibedit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes the C library read and write UTF-8, whatever `LANG` says: macho's text is nothing else.
///
/// Only the classes of characters change. Numbers and messages stay as the process has them.
enum CharacterLocale {
  /// Done once; the C library's locale belongs to the whole process.
  static let isUTF8: Bool = {
    for name in ["", "C.UTF-8", "en_US.UTF-8", "UTF-8"] {
      guard setlocale(LC_CTYPE, name) != nil else { continue }
      // Asked of the C library itself: a locale's name says nothing reliable of its encoding.
      if macho_width(0x3042) == 2 { return true }
    }
    return false
  }()
}
