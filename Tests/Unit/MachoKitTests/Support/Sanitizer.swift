#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
