import MachoLocks

/// Schemas by type: metadata never changes and never goes away, so what was read once stays true.
final class SchemaCache<Schema: Sendable>: Sendable {
  private let results = Lock<[ObjectIdentifier: Result<Schema, MetadataError>]>([:])

  func schema(
    of type: Any.Type, read: (Any.Type) throws(MetadataError) -> Schema
  ) throws(MetadataError) -> Schema {
    let key = ObjectIdentifier(type)
    if let known = results.withLock({ $0[key] }) { return try known.get() }
    // Read outside the lock: two threads may both read, and find the same.
    let result: Result<Schema, MetadataError>
    do throws(MetadataError) {
      result = .success(try read(type))
    } catch {
      result = .failure(error)
    }
    return try results.withLock { known in
      if let earlier = known[key] { return earlier }
      known[key] = result
      return result
    }.get()
  }
}
