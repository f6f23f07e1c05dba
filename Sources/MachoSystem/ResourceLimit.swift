import CMachoSystem

/// A limit of this process's resources, in bytes.
package enum ResourceLimit {
  /// The size of a core dump.
  case core
  /// The address space.
  case memory
  /// The stack of the main thread.
  case stack

  /// The present limit. `nil` if it cannot be read.
  package var current: UInt64? {
    var value: UInt64 = 0
    return cmachosystem_get_limit(resource, &value) == 0 ? value : nil
  }

  /// Lowers the limit, if it is higher.
  package func lower(to limit: UInt64) { _ = cmachosystem_lower_limit(resource, limit) }

  private var resource: cmachosystem_limit {
    switch self {
    case .core: cmachosystem_limit_core
    case .memory: cmachosystem_limit_memory
    case .stack: cmachosystem_limit_stack
    }
  }
}
