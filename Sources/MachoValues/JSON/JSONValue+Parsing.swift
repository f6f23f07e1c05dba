extension JSONValue {
  /// Reads a text that is one value of JSON, and nothing else.
  package init(parsing text: String) throws(ValueError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Reads bytes that are one value of JSON in UTF-8; errors count from the first of them.
  package init(parsing bytes: [UInt8]) throws(ValueError) {
    try self.init(parsing: bytes[...])
  }

  /// Reads bytes of a longer text; errors count from the first of these.
  package init(parsing bytes: ArraySlice<UInt8>) throws(ValueError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(ValueError) in
      try JSONReader.read(bytes)
    }
  }
}
