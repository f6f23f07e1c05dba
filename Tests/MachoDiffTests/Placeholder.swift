import Testing
@testable import MachoDiff

@Suite struct Placeholder {}
