/// The value in `any` as a `T`, where its type is exactly `T` or converts to it.
func unbox<T>(_ any: Any, as _: T.Type = T.self) -> T? {
  func open<V>(_ value: V) -> T? {
    // Equal types: the bits of a `V` are the bits of a `T`.
    V.self == T.self ? unsafeBitCast(value, to: T.self) : nil
  }
  return _openExistential(any, do: open) ?? (any as? T)
}
