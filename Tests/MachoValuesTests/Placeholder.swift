import Testing
@testable import MachoValues

@Suite struct Placeholder {}
