import Testing

@testable import Composable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ValuesTests {
  /// Each file of `Dependencies/Values`, which defines one value. Add yours here and a test below.
  private static let files = [
    "ContinuousClock.swift", "Date.swift", "RandomNumberGenerator.swift", "UUID.swift",
  ]

  @Test func `Each file of a dependency value is in the list`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = package.appending(path: "Sources/Composable/Dependencies/Values")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == Self.files)
  }

  @Test func `Identifiers increment from zero, anew for each generator`() {
    for _ in 0..<2 {
      let uuid = UUIDGenerator.incrementing
      #expect(uuid() == UUID(0))
      #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    }
    #expect(UUID(0xdead_beef).uuidString == "00000000-0000-0000-0000-0000DEADBEEF")
  }

  @Test func `A random identifier is of version 4 and differs from the next`() {
    let uuid = withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.uuid) var uuid
      return (uuid(), uuid())
    }
    #expect(uuid.0 != uuid.1)
    let text = Array(uuid.0.uuidString)
    #expect(text[14] == "4")
    #expect("89AB".contains(text[19]))
  }

  @Test func `A date can be constant and be set`() {
    var date = DateGenerator.constant(Date(timeIntervalSince1970: 1))
    #expect(date.now == date())
    date.now = Date(timeIntervalSince1970: 2)
    #expect(date().timeIntervalSince1970 == 2)
  }

  @Test func `In a test, each value that was not given is an issue that names it`() {
    withDependencies {
      $0 = DependencyValues(context: .test)
    } operation: {
      expectIssue("uuid") { _ = $0.uuid() }
      expectIssue("date") { _ = $0.date() }
      expectIssue("continuousClock") { _ = $0.continuousClock.minimumResolution }
      expectIssue("withRandomNumberGenerator") { values in
        _ = values.withRandomNumberGenerator { $0.next() }
      }
    }
  }

  @Test func `Random numbers come from the generator that was given`() {
    struct Constant: RandomNumberGenerator { mutating func next() -> UInt64 { 42 } }
    let generator = WithRandomNumberGenerator(Constant())
    #expect(generator { $0.next() } == 42)
    #expect(generator { UInt64.random(in: 0...UInt64.max, using: &$0) } == 42)
  }

  private func expectIssue(_ name: String, _ use: (DependencyValues) -> Void) {
    let issues = issues {
      @Dependency(\.self) var values
      use(values)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains(#"@Dependency(\.\#(name))"#) == true)
  }
}
