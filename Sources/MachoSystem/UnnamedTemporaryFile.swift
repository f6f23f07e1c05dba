import MachoLocks

/// Temporary files that have no name until they are complete, so that a killed process leaves none.
/// Only Linux has them, and not on all file systems.
enum UnnamedTemporaryFile {
  /// Opens an unnamed file in a directory. Returns `nil` where that is not possible.
  static func open(in directory: String, _ mode: mode_t) -> Int32? {
    #if MACHO_LINUX
      guard access("/proc/self/fd", X_OK) == 0 else { return nil }
      // `O_TMPFILE`, a macro that Swift does not import.
      let unnamed = 0o20000000 | O_DIRECTORY
      let file = MachoLocks.open(directory, unnamed | O_WRONLY | O_CLOEXEC, mode)
      return file >= 0 ? file : nil
    #else
      return nil
    #endif
  }

  /// Gives an unnamed file a name. Returns `false` and sets `errno` on error, also if the name exists.
  static func link(_ descriptor: Int32, to path: String) -> Bool {
    #if MACHO_LINUX
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    #else
      false
    #endif
  }
}
