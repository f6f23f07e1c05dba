import ComposableNetworking
import Foundation
import Testing

@Suite struct URLSessionTests {
  @Test func `The import includes URLSession`() {
    let request = URLRequest(url: URL(filePath: "/x"))
    let task = URLSession.shared.dataTask(with: request)
    #expect(task.originalRequest?.url == request.url)
    task.cancel()
  }

  @Test func `The live session is the shared one and can be overridden`() {
    @Dependency(\.urlSession) var session
    let own = URLSession(configuration: .ephemeral)
    #expect(
      withDependencies {
        $0.context = .live
      } operation: {
        session === URLSession.shared
      })
    #expect(
      withDependencies {
        $0.urlSession = own
      } operation: {
        session === own
      })
  }

  @Test func `In a test a request fails and is an issue that names the URL`() async {
    let session = withDependencies {
      $0.context = .test
    } operation: {
      @Dependency(\.urlSession) var session
      return session
    }
    let recorder = IssueRecorder()
    await withIssueReporters([recorder]) {
      _ = await #expect(throws: URLError.self) {
        _ = try await session.data(from: URL(filePath: "/x"))
      }
    }
    // The system loads on its own thread, which a test's reporters do not observe.
    #expect(recorder.messages.value.allSatisfy { $0.contains("/x") })
  }
}

private struct IssueRecorder: IssueReporter {
  let messages = LockIsolated<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = message() ?? ""
    messages.withValue { $0.append(message) }
  }
}
