import Testing
@testable import MachoTerminal

@Suite struct Placeholder {}
