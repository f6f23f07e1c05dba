import Testing

@testable import MachoSessions

@Suite struct `Settings of a session` {
  private var settings = SessionSettings(receiveMode: .immediate, context: .preview)

  @Test mutating func `imply a context once if a script would open the feature in another one`() {
    #expect(settings.impliedContext(afterOpeningIn: .preview) == .preview)
    #expect(settings.impliedContext(afterOpeningIn: .preview) == nil)
    // A recording of a live store is a script with stubs.
    #expect(settings.impliedContext(afterOpeningIn: .live) == .test)
    #expect(settings.impliedContext(afterOpeningIn: .test) == nil)
  }

  @Test mutating func `imply no context after a line has chosen it`() {
    settings.choose(.preview)
    #expect(settings.context(for: TallyFeature()) == .preview)
    #expect(settings.impliedContext(afterOpeningIn: .preview) == nil)
  }

  @Test mutating func `keep those of the host when they are reset`() {
    settings.externalWorkTimeout = .seconds(2)
    settings.choose(.live)
    settings.reset()
    #expect(settings.externalWorkTimeout == .seconds(2))
    #expect(settings.receiveMode == .immediate)
    #expect(settings.context(for: TallyFeature()) == .preview)
  }

  @Test func `have their defaults after 'reset all'`() {
    let session = Session(catalog: [TallyFeature()], receiveMode: .immediate)
    for line in ["exhaustive off", "strict on", "timing on", "compact on"] {
      #expect(session.run(line).failure == nil)
    }
    #expect(session.isStrict && session.isTiming && session.isCompact)
    #expect(session.run("reset all").failure == nil)
    #expect(session.settings.isExhaustive)
    #expect(!session.isStrict && !session.isTiming && !session.isCompact)
  }
}
