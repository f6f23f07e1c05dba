/// Shadows Swift's function: with a driver, a script sees what a document's code prints.
public func print(_ text: String) {
  if let record = Printing.record { record(text) } else { Swift.print(text) }
}

public enum Printing {
  /// Records a printed text. Default: `nil`, it is printed.
  @TaskLocal public static var record: (@Sendable (String) -> Void)?
}
