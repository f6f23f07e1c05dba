/// Parses the special forms of lines that begin with `#`: the version header and phases.
enum Header {
  /// Returns the version after `#!macho`, or `nil` if the line is not a version header.
  static func version(in line: String) -> String? {
    let name = "#!macho"
    guard line.utf8.starts(with: name.utf8) else { return nil }
    let rest = line.utf8.dropFirst(name.utf8.count)
    guard rest.first.map({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) ?? true else {
      return nil
    }
    return String(trim(Substring(rest)))
  }

  /// Returns the title after `##`, or `nil` if the line is not a phase. `###` is a comment.
  static func phase(in line: String) -> String? {
    guard line.utf8.starts(with: "##".utf8) else { return nil }
    let rest = line.utf8.dropFirst(2)
    guard rest.first.map({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) ?? true else {
      return nil
    }
    return String(trim(Substring(rest)))
  }
}
