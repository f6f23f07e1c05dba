/// What lines that begin with `#` may mean beyond a comment.
enum Header {
  /// What stands behind `#!macho`, if the line is such a header.
  static func version(in line: String) -> String? {
    let name = "#!macho"
    guard line.utf8.starts(with: name.utf8) else { return nil }
    let rest = line.utf8.dropFirst(name.utf8.count)
    guard rest.first.map({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) ?? true else {
      return nil
    }
    return String(trim(Substring(rest)))
  }

  /// The title behind `##`, if the line opens a phase; a rule of `#` is a comment.
  static func phase(in line: String) -> String? {
    guard line.utf8.starts(with: "##".utf8) else { return nil }
    let rest = line.utf8.dropFirst(2)
    guard rest.first.map({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) ?? true else {
      return nil
    }
    return String(trim(Substring(rest)))
  }
}
