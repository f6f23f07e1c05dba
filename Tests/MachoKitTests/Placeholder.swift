import Testing

@testable import MachoKit

@Suite struct Placeholder {}
