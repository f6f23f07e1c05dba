/// The reason why runtime metadata cannot describe a type, or read or build one of its fields.
package struct MetadataError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause, phrased to follow the subject.
  package enum Reason: String, Sendable, CaseIterable {
    case notAnEnum = "is not an enum"
    case notAStruct = "is not a struct"
    case notATuple = "is not a tuple"
    case noReflectionMetadata =
      "has no reflection metadata (was it built with -disable-reflection-metadata?)"
    case unsupportedPlatform = "needs a 64-bit platform"
    case function = "is a function, which cannot be written as text"
    case metatype = "is a metatype, which cannot be written as text"
    case weakStorage = "is weak storage, which only code can set"
    case unownedStorage = "is unowned storage, which only code can set"
    case noncopyable = "is noncopyable"
    case constrainedExistential = "is a constrained existential"
    case unresolvedType = "has a type that the runtime cannot find"
    case wrongType = "got a value of a different type"
    case wrongCount = "got a different number of values than it has fields"
    case uninhabited = "has no values"
  }

  /// The type or field, as spelled in the source.
  package var subject: String
  /// The cause.
  package var reason: Reason

  /// Creates an error about `subject`.
  package init(_ subject: String, _ reason: Reason) {
    self.subject = subject
    self.reason = reason
  }

  /// The subject and the reason as a sentence without a full stop.
  package var description: String { "\(subject) \(reason.rawValue)" }
}
