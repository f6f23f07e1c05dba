import MachoLocks
import Testing

/// Whether the executables, and this process, were built with a sanitizer.
///
/// A sanitizer handles some signals itself, exits with its own status and makes everything many
/// times slower.
enum Sanitizer {
  static let isOn = isThread || isLoaded("__asan_init")
  /// The thread sanitizer delivers a signal only when the program calls a C function.
  static let isThread = isLoaded("__tsan_init")

  private static func isLoaded(_ symbol: String) -> Bool {
    dlsym(dlopen(nil, RTLD_NOW), symbol) != nil
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test in a build with a sanitizer, which handles crashes and signals itself.
  static var withoutSanitizer: Self { .disabled(if: Sanitizer.isOn, "not with a sanitizer") }

  /// Skips a test in the portable build; see "Platforms" in `MachoKit.docc`.
  static var onLinux: Self { .enabled(if: hasLinuxParts, "needs what only Linux has") }
}

/// Whether this build has what only Linux has.
var hasLinuxParts: Bool {
  #if MACHO_LINUX
    true
  #else
    false
  #endif
}

/// Whether this build notices an exit by `_exit`, which a sanitizer replaces by a function of its own.
let noticesImmediateExit = hasLinuxParts && !Sanitizer.isOn
