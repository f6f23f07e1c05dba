import Testing
@testable import MachoScripting

@Suite struct Placeholder {}
