import MachoValues

/// The lines of a text: by line feeds alone, so that a carriage return stays where it is.
func splitLines(_ text: String) -> [String] { ByteSearch.lines(of: text) }
