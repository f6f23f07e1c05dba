/// Returns the value in `any` as a `T` if its type is `T` or can be cast to it.
func unbox<T>(_ any: Any, as _: T.Type = T.self) -> T? {
  func open<V>(_ value: V) -> T? {
    // SAFETY: `V` and `T` are the same type, so their bits are interchangeable.
    V.self == T.self ? unsafeBitCast(value, to: T.self) : nil
  }
  return _openExistential(any, do: open) ?? (any as? T)
}
