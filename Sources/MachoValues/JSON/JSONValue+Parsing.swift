extension JSONValue {
  /// Parses a text that contains one JSON value and nothing else.
  package init(parsing text: String) throws(ValueError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Parses UTF-8 bytes that contain one JSON value and nothing else.
  package init(parsing bytes: [UInt8]) throws(ValueError) {
    try self.init(parsing: bytes[...])
  }

  /// Parses a slice of bytes. Error ranges count from the start of the slice.
  package init(parsing bytes: ArraySlice<UInt8>) throws(ValueError) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(ValueError) in
      try JSONReader.read(bytes)
    }
  }
}
