import Composable
import Foundation
import Testing

@Suite struct ExportTests {
  @Test func `The import includes URLSession`() {
    let request = URLRequest(url: URL(filePath: "/x"))
    let task = URLSession.shared.dataTask(with: request)
    #expect(task.originalRequest?.url == request.url)
    task.cancel()
  }
}
