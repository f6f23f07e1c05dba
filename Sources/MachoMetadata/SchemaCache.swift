import MachoLocks

/// A cache of schemas by type. Entries never expire, because metadata is immutable and never freed.
final class SchemaCache<Schema: Sendable>: Sendable {
  private let results = Lock<[ObjectIdentifier: Result<Schema, MetadataError>]>([:])

  func schema(
    of type: Any.Type, read: (Any.Type) throws(MetadataError) -> Schema
  ) throws(MetadataError) -> Schema {
    let key = ObjectIdentifier(type)
    if let cached = results.withLock({ $0[key] }) { return try cached.get() }
    // Reads outside the lock. Two threads may both read, with equal results.
    let result: Result<Schema, MetadataError>
    do throws(MetadataError) {
      result = .success(try read(type))
    } catch {
      result = .failure(error)
    }
    return try results.withLock { results in
      if let earlier = results[key] { return earlier }
      results[key] = result
      return result
    }.get()
  }
}
