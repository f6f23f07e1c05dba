/// The lines of a text: by line feeds alone, so that a carriage return stays where it is.
func splitLines(_ text: String) -> [String] {
  text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    .map { String(decoding: $0, as: UTF8.self) }
}
