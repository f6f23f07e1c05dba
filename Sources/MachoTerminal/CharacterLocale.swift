import CLibedit
import MachoLocks

/// Sets the C library's character encoding to UTF-8, whatever `LANG` is, because all of macho's
/// text is UTF-8.
///
/// Only character classes change. Numbers and messages keep the process's locale.
enum CharacterLocale {
  /// Set once; the C library's locale is process-wide.
  static let isUTF8: Bool = {
    for name in ["", "C.UTF-8", "en_US.UTF-8", "UTF-8"] {
      guard setlocale(LC_CTYPE, name) != nil else { continue }
      // Asks the C library itself, because a locale's name does not reliably tell its encoding.
      if macho_width(0x3042) == 2 { return true }
    }
    return false
  }()
}
