import MachoMetadata
import Testing

enum ParcelError: Error {
  case lost
}

struct Depot {
  struct Closed: Error {
    var hour: Int
  }

  enum Kind { case small }
}

extension Depot.Kind: Error {}

private struct Hidden: Error {}

struct GenericError<Value: Sendable>: Error {
  var value: Value
}

final class ErrorObject: Error {}

@Suite struct ErrorTypesTests {
  private let found = ErrorType.all(in: "MachoMetadataTests")

  @Test func `The structs and enums of a module that conform to Error are found`() {
    let types = Dictionary(
      uniqueKeysWithValues: found.map { ($0.path.joined(separator: "."), $0.type) })
    #expect(types["ParcelError"] == ParcelError.self)
    #expect(types["Depot.Closed"] == Depot.Closed.self)
    #expect(types["Depot.Kind"] == Depot.Kind.self)
    #expect(types["Hidden"] == Hidden.self)
  }

  @Test func `Generic types and classes are left out`() {
    #expect(!found.contains { $0.path == ["GenericError"] || $0.path == ["ErrorObject"] })
  }

  @Test func `Types are found by their own name and by their whole name`() {
    #expect(ErrorType.all(ending: "Closed").map(\.path) == [["Depot", "Closed"]])
    #expect(ErrorType.all(ending: "NoSuchError").isEmpty)
    #expect(ErrorType.all(in: "NoSuchModule").isEmpty)
    #expect(ErrorType.all(named: ["Depot", "Closed"]).map(\.path) == [["Depot", "Closed"]])
    #expect(ErrorType.all(named: ["MachoMetadataTests", "ParcelError", "lost"]).count == 1)
    #expect(ErrorType.all(named: ["Closed"]).isEmpty)
    #expect(ErrorType.all(named: []).isEmpty)
  }
}
