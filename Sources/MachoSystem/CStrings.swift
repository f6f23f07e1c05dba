import MachoLocks

/// Returns a copy of a text as C's functions take it, which the caller frees. Ends the process if there is no
/// memory.
package func makeCString(_ text: String) -> UnsafeMutablePointer<CChar> {
  // SAFETY: a copy of its own, which stays until it is freed.
  guard let copy = strdup(text) else {
    fatalError("no memory for a text of \(text.utf8.count) bytes")
  }
  return copy
}
