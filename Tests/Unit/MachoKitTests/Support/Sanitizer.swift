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
  static let isOn = isLoaded("__tsan_init") || isLoaded("__asan_init")

  private static func isLoaded(_ symbol: String) -> Bool {
    dlsym(dlopen(nil, RTLD_NOW), symbol) != nil
  }
}
