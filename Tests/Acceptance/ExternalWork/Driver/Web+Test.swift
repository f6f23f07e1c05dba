extension Web {
  /// The test value: every endpoint fails or returns nothing unless a test overrides it.
  static let testValue = Web(
    get: { _ in throw Unreachable(status: 0) }, size: { _ in 0 }, news: { _ in .finished })
}
