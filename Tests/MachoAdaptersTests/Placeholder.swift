import Testing
@testable import MachoAdapters

@Suite struct Placeholder {}
