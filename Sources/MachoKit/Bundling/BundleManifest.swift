import Foundation

/// What a bundle contains, and where it runs. The first file of the archive.
struct BundleManifest: Codable, Equatable {
  static let fileName = "bundle.json"

  /// The version of the layout. Incompatible changes increase it.
  var format = 1
  var system: String
  var architecture: String
  /// The oldest version of glibc with which the driver starts. `nil` for another C library.
  var glibc: String?
  /// The name of the driver's executable.
  var driver: String
  /// The output of the driver's `--version`.
  var version: String
  /// What `run` tests if it has no arguments.
  var paths: [String]
  var scripts: [String]
  /// The directories of `--corpus`.
  var corpus: [String]
  var libraries: [String]

  /// The name of this system and the architecture, as `uname` prints them.
  static var machine: (system: String, architecture: String) {
    var names = utsname()
    uname(&names)
    func text<T>(_ field: T) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return (text(names.sysname), text(names.machine))
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    // Cannot fail: the manifest contains only strings and numbers.
    return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self) + "\n"
  }
}

extension BundleManifest {
  /// The text of the bundle's `run`, a POSIX shell script.
  var launcher: String {
    """
    #!/bin/sh
    # Tests the scripts of this bundle, or runs a subcommand of its driver in the bundle's directory 'files':
    #
    #   run [SUBCOMMAND ARGUMENTS...]
    case $0 in
    */*) here=${0%/*} ;;
    *) here=. ;;
    esac
    here=$(cd "$here" && pwd -P) || exit 2
    machine="$(uname -s) $(uname -m)"
    if [ "$machine" != \(quoted("\(system) \(architecture)")) ]; then
      echo "this bundle is for \(system) \(architecture), and this machine is $machine" >&2
      exit 2
    fi
    \(libraryCheck)cd "$here/files" || exit 2
    [ $# -gt 0 ] || set -- test \(paths.map(quoted).joined(separator: " "))
    exec "$here/usr/bin/"\(quoted(driver)) "$@"

    """
  }

  /// Compares the versions of glibc and names the directory of the libraries.
  private var libraryCheck: String {
    guard let glibc else { return "" }
    return """
      libc=$(getconf GNU_LIBC_VERSION 2>/dev/null)
      libc=${libc#glibc }
      newer=$(printf '%s\\n' \(glibc) "$libc" | sort -t. -k1,1n -k2,2n | tail -n 1)
      if [ -z "$libc" ] || [ "$newer" != "$libc" ]; then
        echo "this bundle needs glibc \(glibc) or later, and this machine has ${libc:-another C library}" >&2
        exit 2
      fi
      LD_LIBRARY_PATH=$here/usr/\(RuntimeFiles.libraryDirectory)${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
      export LD_LIBRARY_PATH

      """
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
