import Testing
@testable import MachoReporting

@Suite struct Placeholder {}
