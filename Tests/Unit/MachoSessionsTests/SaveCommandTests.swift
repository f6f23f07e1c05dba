import MachoSessions
import Testing

@Suite struct `'save'` {
  private func request(of line: String) -> (request: RecordingRequest?, failure: Diagnostic?) {
    let session = Session(catalog: [TallyFeature()], receiveMode: .immediate)
    var request: RecordingRequest?
    session.onRecording = {
      request = $0
      return nil
    }
    let outcome = session.run(line)
    return (request, outcome.failure)
  }

  @Test(arguments: [
    ("", false, false), (" --verbatim", true, false), (" --overwrite", false, true),
    (" --verbatim --overwrite", true, true), (" --overwrite --verbatim", true, true),
  ])
  func `reads its flags in any order`(flags: String, isVerbatim: Bool, isOverwriting: Bool) {
    let (request, failure) = request(of: "save a.macho" + flags)
    #expect(failure == nil)
    guard case .save("a.macho", nil, let verbatim, let overwriting)? = request else {
      Issue.record("\(String(describing: request))")
      return
    }
    #expect(verbatim == isVerbatim)
    #expect(overwriting == isOverwriting)
  }

  @Test func `refuses an unknown flag`() {
    let (request, failure) = request(of: "save a.macho --overwrite --verbose")
    #expect(request == nil)
    #expect(failure?.code == "usage")
  }

  @Test(arguments: ["save \"\"", "record start \"\"", "export json \"\" --overwrite"])
  func `and other commands refuse an empty name`(line: String) {
    let (request, failure) = request(of: line)
    #expect(request == nil)
    #expect(failure?.code == "usage" && failure?.message == "the file's name is empty")
    #expect(failure?.range?.count == 2)
  }
}
