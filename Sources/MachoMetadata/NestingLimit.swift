/// How deeply values nest that macho prints, reads and compares. Its functions are recursive, so
/// unlimited values could overflow the stack.
package enum NestingLimit {
  /// The number of levels that are printed and read. Deeper values are elided.
  package static let text = 64
  /// The number of levels that are compared field by field. Deeper values count as different.
  package static let comparison = 500
}
