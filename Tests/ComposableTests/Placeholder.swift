import Testing
@testable import Composable

@Suite struct Placeholder {}
