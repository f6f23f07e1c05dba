/// What a child of the server is given besides its standard streams.
enum ChildSocket {
  /// The descriptor that is at its end when the server is.
  static let lifeline: Int32 = 3
}
