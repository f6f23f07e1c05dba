import Foundation
import Testing

@testable import MachoGallery

@Suite struct RequestErrorTests {
  @Test func `an error of a request is one sentence, without the details of Foundation`() {
    let error = URLError(
      .cannotFindHost,
      userInfo: [NSLocalizedDescriptionKey: "Could not resolve host: a.b", "key": "detail"])
    #expect("\(RequestError(error))" == "Could not resolve host: a.b")
  }

  @Test func `a request of an unknown host fails with it`() async throws {
    let url = try #require(URL(string: "http://host.invalid/"))
    await #expect(throws: RequestError.self) { try await httpBody(of: url) }
  }
}
