/// Why the runtime's metadata does not serve for a type or a part of it.
public struct MetadataError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is in the way, in words that follow the subject.
  public enum Reason: String, Sendable, CaseIterable {
    case notAnEnum = "is not an enum"
    case notAStruct = "is not a struct"
    case notATuple = "is not a tuple"
    case noReflectionMetadata =
      "carries no reflection metadata (was it built with -disable-reflection-metadata?)"
    case unsupportedPlatform = "needs a 64-bit platform"
    case function = "is a function, which cannot be written as text"
    case metatype = "is a metatype, which cannot be written as text"
    case weakStorage = "is weak storage, which only code can fill"
    case unownedStorage = "is unowned storage, which only code can fill"
    case noncopyable = "is noncopyable"
    case constrainedExistential = "is a constrained existential"
    case unresolvedType = "has a type that the runtime cannot find"
    case wrongType = "is given a value of another type"
    case wrongCount = "is given another number of values than it has parts"
    case wrongCase = "is not the value's current case"
    case uninhabited = "cannot exist"
  }

  /// The type or the part that it is about, as the source would spell it.
  public var subject: String
  /// What is in the way.
  public var reason: Reason

  /// Says of `subject` what is in the way.
  public init(_ subject: String, _ reason: Reason) {
    self.subject = subject
    self.reason = reason
  }

  /// The subject and the reason as a sentence without its full stop.
  public var description: String { "\(subject) \(reason.rawValue)" }
}
