import Testing

@testable import MachoKit

@Suite struct `The progress of a build` {
  @Test func `is a line of SwiftPM each interval, without a terminal`() {
    func lines(_ interval: Duration) -> [String] {
      var lines: [String] = []
      var progress = BuildProgress(interval: interval) { lines.append($0) }
      for line in ["Planning build", "[1/20] Compiling A.swift", "warning: x", "[2/20] Linking"] {
        progress.consume(line)
      }
      progress.clear()
      return lines
    }
    #expect(lines(.zero) == ["  [1/20] Compiling A.swift", "  [2/20] Linking"])
    #expect(lines(.seconds(3600)).isEmpty)
  }
}
