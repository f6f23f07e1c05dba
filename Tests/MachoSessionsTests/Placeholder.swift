import Testing
@testable import MachoSessions

@Suite struct Placeholder {}
