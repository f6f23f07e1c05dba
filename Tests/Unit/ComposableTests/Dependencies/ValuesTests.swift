import Foundation
import IssueReporting
import Testing

@testable import Composable

@Suite struct ValuesTests {
  /// The files of `Dependencies/Values`, each of which defines one value. Add new ones here, with a
  /// test below.
  private static let files = [
    "Assert.swift", "Calendar.swift", "ContinuousClock.swift", "Date.swift", "FireAndForget.swift",
    "Locale.swift", "MainQueue.swift", "MainRunLoop.swift", "NotificationCenter.swift",
    "OpenURL.swift", "RandomNumberGenerator.swift", "SuspendingClock.swift", "TimeZone.swift",
    "UUID.swift",
  ]

  @Test func `The list contains the file of each dependency value`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = package.appending(path: "Sources/Composable/Dependencies/Values")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == Self.files)
  }

  @Test func `UUIDs increment from zero, separately for each generator`() {
    for _ in 0..<2 {
      let uuid = UUIDGenerator.incrementing
      #expect(uuid() == UUID(0))
      #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    }
    #expect(UUID(0xdead_beef).uuidString == "00000000-0000-0000-0000-0000DEADBEEF")
  }

  @Test func `A random UUID has version 4 and differs from the next`() {
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

  @Test func `In a test, each value without an override is an issue that names it`() {
    withDependencies {
      $0 = DependencyValues(context: .test)
    } operation: {
      expectIssue("uuid") { _ = $0.uuid() }
      expectIssue("date") { _ = $0.date() }
      expectIssue("continuousClock") { _ = $0.continuousClock.minimumResolution }
      expectIssue("suspendingClock") { _ = $0.suspendingClock.minimumResolution }
      expectIssue("calendar") { _ = $0.calendar }
      expectIssue("locale") { _ = $0.locale }
      expectIssue("timeZone") { _ = $0.timeZone }
      expectIssue("mainQueue") { $0.mainQueue.schedule {} }
      expectIssue("mainRunLoop") { $0.mainRunLoop.schedule {} }
      expectIssue("withRandomNumberGenerator") { values in
        _ = values.withRandomNumberGenerator { $0.next() }
      }
    }
  }

  @Test func `Random numbers come from the overriding generator`() {
    struct Constant: RandomNumberGenerator { mutating func next() -> UInt64 { 42 } }
    let generator = WithRandomNumberGenerator(Constant())
    #expect(generator { $0.next() } == 42)
    #expect(generator { UInt64.random(in: 0...UInt64.max, using: &$0) } == 42)
  }

  @Test func `Each value has a live implementation`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.self) var values
      let issues = issues {
        _ = (values.calendar, values.locale, values.timeZone)
        _ = (values.mainQueue.now, values.mainRunLoop.now, values.suspendingClock)
        _ = (values.date.now, values.notificationCenter)
        values.assert(true)
        values.precondition(true)
      }
      #expect(issues.isEmpty)
    }
  }

  @Test func `In a test fireAndForget runs the work first and reports its error`() async {
    struct Offline: Error {}
    let log = Log<String>()
    let recorder = IssueRecorder()
    await withIssueReporters([recorder]) {
      await withDependencies {
        $0 = DependencyValues(context: .test)
      } operation: {
        @Dependency(\.fireAndForget) var fireAndForget
        await fireAndForget {
          log.record("done")
          throw Offline()
        }
      }
    }
    #expect(log.all == ["done"])
    #expect(recorder.all.count == 1)
  }

  @Test func `Work of fireAndForget is not cancelled with its caller`() async {
    let log = Log<Bool>()
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await withDependencies {
        $0 = DependencyValues(context: .test)
      } operation: {
        @Dependency(\.fireAndForget) var fireAndForget
        await fireAndForget { log.record(Task.isCancelled) }
      }
    }
    .value
    #expect(log.all == [false])
  }

  @Test func `A UUID contains each number`() {
    #expect(UUID(Int.max).uuidString == "00000000-0000-0000-7FFF-FFFFFFFFFFFF")
    #expect(UUID(-1).uuidString == "00000000-0000-0001-0000-000000000001")
    #expect(UUID(Int.min).uuidString == "00000000-0000-0001-8000-000000000000")
  }

  @Test func `The live fireAndForget runs the work in a new task`() async {
    let begun = Signal()
    await withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget { begun.signal() }
    }
    await begun.wait()
  }

  @Test func `The overriding handler opens a URL`() async {
    let log = Log<URL>()
    let isOpened = await withDependencies {
      $0.openURL = OpenURLEffect { url in
        log.record(url)
        return true
      }
    } operation: {
      @Dependency(\.openURL) var openURL
      return await openURL(URL(filePath: "/x"))
    }
    #expect(isOpened)
    #expect(log.all == [URL(filePath: "/x")])
  }

  @Test func `Swift Testing records a failed assertion`() {
    withKnownIssue {
      @Dependency(\.assert) var assert
      assert(false, "recorded")
    }
  }

  @Test func `In a test a failed assertion is an issue, and one that holds is not`() {
    let issues = issues {
      withDependencies {
        $0 = DependencyValues(context: .test)
      } operation: {
        @Dependency(\.assert) var assert
        @Dependency(\.assertionFailure) var assertionFailure
        @Dependency(\.precondition) var precondition
        assert(true)
        precondition(true, "fine")
        assert(1 > 2, "one is less")
        precondition(false)
        assertionFailure("gone")
      }
    }
    #expect(
      issues.map(\.message) == [
        "Assertion failed: one is less", "Assertion failed", "Assertion failed: gone",
      ])
    #expect(issues.allSatisfy { $0.file.hasSuffix("ValuesTests.swift") })
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
