#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether the tools were built with a sanitizer, as this process then was too.
///
/// A sanitizer answers some signals by itself, and ends the process with a status of its own; and
/// it makes everything many times slower.
enum Sanitizer {
  static let isOn = isLoaded("__tsan_init") || isLoaded("__asan_init")

  private static func isLoaded(_ symbol: String) -> Bool {
    dlsym(dlopen(nil, RTLD_NOW), symbol) != nil
  }
}
