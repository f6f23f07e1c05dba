import MachoDiff

extension Change: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(reading: text) }
}
