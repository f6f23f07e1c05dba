import CMachoKit
import Foundation

/// The shared libraries and programs that the driver needs on a machine without a compiler.
struct RuntimeFiles {
  /// The files by their paths below the bundle's `usr`. The runtime finds its backtracer relative to
  /// its own library, so both keep their places.
  private(set) var files: [String: String] = [:]
  /// The oldest version of the C library that all files accept, such as `2.34`. `nil` if the system
  /// has another C library.
  private(set) var libraryVersion: String?

  /// Where the bundle's libraries are, below `usr`.
  static let libraryDirectory = "lib/swift/linux"

  /// Finds the files of the running driver.
  init(driver: String) {
    #if MACHO_LINUX
      var paths: [String] = []
      withUnsafeMutablePointer(to: &paths) { paths in
        cmachokit_each_library(
          { path, context in
            // SAFETY: the context is the pointer above, valid during the call. The path is valid
            // until the library is unloaded.
            guard let path, let paths = context?.assumingMemoryBound(to: [String].self) else {
              return
            }
            paths.pointee.append(String(cString: path))
          }, paths)
      }
      for path in paths {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard !Self.isOfSystem(name) else { continue }
        files["\(Self.libraryDirectory)/\(name)"] = path
        if name == "libswiftCore.so" { addBacktracer(of: path) }
      }
      libraryVersion = Self.requiredVersion(of: [driver] + files.values)
    #endif
    // Elsewhere the system contains the Swift runtime.
  }

  /// Whether a library belongs to the C library, whose parts must match the loader of the machine.
  private static func isOfSystem(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." && $0 != "-" }
    return ["ld", "libc", "libm", "libpthread", "libdl", "librt", "libutil", "libresolv", "libanl"]
      .contains(String(stem)) || name.hasPrefix("libnss_")
  }

  /// Adds the runtime's program for backtraces of crashes, if it is installed.
  private mutating func addBacktracer(of library: String) {
    let root = (0..<4).reduce(URL(fileURLWithPath: library)) { url, _ in
      url.deletingLastPathComponent()
    }
    let directory = root.appendingPathComponent("libexec/swift/linux")
    // The static program needs no other libraries.
    let program = directory.appendingPathComponent("swift-backtrace-static").path
    guard access(program, X_OK) == 0 else { return }
    files["libexec/swift/linux/swift-backtrace"] = program
  }

  /// Returns the highest version of the symbols of glibc in some files.
  private static func requiredVersion(of paths: [String]) -> String? {
    var highest: (major: Int, minor: Int)?
    for path in paths {
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
      else { continue }
      let prefix = Data("GLIBC_".utf8)
      var start = data.startIndex
      while let range = data.range(of: prefix, in: start..<data.endIndex) {
        start = range.upperBound
        let digits = data[start...].prefix(8).prefix { $0 == 0x2E || (0x30...0x39).contains($0) }
        let numbers = String(decoding: digits, as: UTF8.self).split(separator: ".").map { Int($0) }
        guard numbers.count >= 2, let major = numbers[0], let minor = numbers[1] else { continue }
        if highest.map({ $0 < (major, minor) }) ?? true { highest = (major, minor) }
      }
    }
    return highest.map { "\($0.major).\($0.minor)" }
  }
}
