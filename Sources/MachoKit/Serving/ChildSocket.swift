/// The extra descriptor that the server passes to its child processes.
enum ChildSocket {
  /// A descriptor that closes when the server exits.
  static let lifeline: Int32 = 3
}
