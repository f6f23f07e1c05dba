import Testing
@testable import MachoMetadata

@Suite struct Placeholder {}
