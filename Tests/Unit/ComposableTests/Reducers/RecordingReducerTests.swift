import Composable
import Foundation
import IssueReporting
import Testing

@Suite struct RecordingReducerTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("macho-recording-\(UUID().uuidString)").path

  private func recorded() throws -> String {
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func run(_ path: String?, redact: @escaping @Sendable (String) -> String = { $0 }) {
    withDependencies {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 2.5))
    } operation: {
      let reducer = Diary().recording(to: path, as: "diary", redact: redact)
      var state = Diary.State(title: "mine")
      _ = reducer.reduce(into: &state, action: .write("secret"))
      _ = reducer.reduce(into: &state, action: .stamp)
      #expect(state.pages == ["secret", "00000000-0000-0000-0000-000000000000 2.5"])
    }
  }

  @Test func `A recording has the state, the actions and the dependencies' results`()
    throws
  {
    run(path)
    #expect(
      try recorded() == #"""
        {"feature":"diary","macho":1,"state":"Diary.State(\n  title: \"mine\",\n  pages: []\n)"}
        {"action":"Diary.Action.write(\"secret\")"}
        {"action":"Diary.Action.stamp","values":{"date":[2.5],"uuid":["00000000-0000-0000-0000-000000000000"]}}

        """#)
  }

  @Test func `Without a path nothing is recorded, and redacted text is not recorded`() throws {
    run(nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    run(path) { $0.replacingOccurrences(of: "secret", with: "...") }
    #expect(try !recorded().contains("secret"))
  }

  #if MACHO_LINUX
    @Test func `A full disk is one issue, and the feature continues`() {
      let found = issues { run("/dev/full") }
      #expect(found.count == 1)
      #expect(found.first?.message.contains("No space left on device") == true)
    }
  #endif

  @Test func `An earlier recording stays until the new one has its first state`() throws {
    let link = path + "-link"
    defer { unlink(link) }
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    run(link)
    run(link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(try recorded().components(separatedBy: #""feature":"diary""#).count == 2)
  }

  @Test func `A file that cannot be written is an issue, and the feature continues`() {
    withKnownIssue { run("/nowhere/at/all") }
  }
}

private struct Diary: Reducer {
  struct State: Equatable {
    var title: String
    var pages: [String] = []
  }

  enum Action: Equatable {
    case write(String)
    case stamp
  }

  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .write(let text): state.pages.append(text)
      case .stamp: state.pages.append("\(uuid()) \(date.now.timeIntervalSinceReferenceDate)")
      }
      return .none
    }
  }
}
