import Composable
import MachoSessions

extension Stub {
  /// Creates a stub for an asynchronous, throwing endpoint.
  public init<each Argument: Sendable, Value: Sendable>(
    _ name: String,
    get:
      (@Sendable (DependencyValues) -> @Sendable (repeat each Argument) async throws -> Value)? =
      nil,
    set:
      @escaping @Sendable (
        inout DependencyValues, @escaping @Sendable (repeat each Argument) async throws -> Value
      ) -> Void
  ) {
    let endpoint = Endpoint(
      name: name, argumentTypes: typeArray(repeat (each Argument).self), valueType: Value.self,
      canThrow: true, isAsync: true)
    let stub: Installation = { values, caller in
      let stubbed: @Sendable (repeat each Argument) async throws -> Value = {
        (argument: repeat each Argument) in
        try await caller.call(endpoint, argumentArray(repeat each argument), as: Value.self)
      }
      set(&values, stubbed)
    }
    var observe: Installation?
    if let get {
      observe = { values, caller in
        let real = get(values)
        let observed: @Sendable (repeat each Argument) async throws -> Value = {
          (argument: repeat each Argument) in
          let call = caller.startCall(endpoint, argumentArray(repeat each argument))
          do {
            return caller.finishCall(
              call, try await EffectContext.inEndpoint { try await real(repeat each argument) })
          } catch {
            throw caller.failCall(call, error)
          }
        }
        set(&values, observed)
      }
    }
    self.init(endpoint, stub: stub, observe: observe)
  }

  /// Creates a stub for an asynchronous, nonthrowing endpoint. A cancelled call returns
  /// `placeholder`.
  public init<each Argument: Sendable, Value: Sendable>(
    nonthrowing name: String, placeholder: Value,
    get: (@Sendable (DependencyValues) -> @Sendable (repeat each Argument) async -> Value)? = nil,
    set:
      @escaping @Sendable (
        inout DependencyValues, @escaping @Sendable (repeat each Argument) async -> Value
      ) -> Void
  ) {
    let endpoint = Endpoint(
      name: name, argumentTypes: typeArray(repeat (each Argument).self), valueType: Value.self,
      canThrow: false, isAsync: true)
    let stub: Installation = { values, caller in
      let stubbed: @Sendable (repeat each Argument) async -> Value = {
        (argument: repeat each Argument) in
        let arguments = argumentArray(repeat each argument)
        return (try? await caller.call(endpoint, arguments, as: Value.self)) ?? placeholder
      }
      set(&values, stubbed)
    }
    var observe: Installation?
    if let get {
      observe = { values, caller in
        let real = get(values)
        let observed: @Sendable (repeat each Argument) async -> Value = {
          (argument: repeat each Argument) in
          let call = caller.startCall(endpoint, argumentArray(repeat each argument))
          return caller.finishCall(
            call, await EffectContext.inEndpoint { await real(repeat each argument) })
        }
        set(&values, observed)
      }
    }
    self.init(endpoint, stub: stub, observe: observe)
  }

  /// Creates a stub for a synchronous, nonthrowing endpoint. A call without a stub returns
  /// `placeholder`.
  public init<each Argument: Sendable, Value: Sendable>(
    synchronous name: String, placeholder: Value,
    get: (@Sendable (DependencyValues) -> @Sendable (repeat each Argument) -> Value)? = nil,
    set:
      @escaping @Sendable (
        inout DependencyValues, @escaping @Sendable (repeat each Argument) -> Value
      ) -> Void
  ) {
    let endpoint = Endpoint(
      name: name, argumentTypes: typeArray(repeat (each Argument).self), valueType: Value.self,
      canThrow: false, isAsync: false)
    let stub: Installation = { values, caller in
      let stubbed: @Sendable (repeat each Argument) -> Value = { (argument: repeat each Argument) in
        let arguments = argumentArray(repeat each argument)
        return (try? caller.synchronousCall(endpoint, arguments, as: Value.self)) ?? placeholder
      }
      set(&values, stubbed)
    }
    var observe: Installation?
    if let get {
      observe = { values, caller in
        let real = get(values)
        let observed: @Sendable (repeat each Argument) -> Value = {
          (argument: repeat each Argument) in
          let call = caller.startCall(endpoint, argumentArray(repeat each argument))
          return caller.finishCall(call, EffectContext.inEndpoint { real(repeat each argument) })
        }
        set(&values, observed)
      }
    }
    self.init(endpoint, stub: stub, observe: observe)
  }

  /// Creates a stub for a synchronous, throwing endpoint.
  public init<each Argument: Sendable, Value: Sendable>(
    synchronousThrowing name: String,
    get: (@Sendable (DependencyValues) -> @Sendable (repeat each Argument) throws -> Value)? = nil,
    set:
      @escaping @Sendable (
        inout DependencyValues, @escaping @Sendable (repeat each Argument) throws -> Value
      ) -> Void
  ) {
    let endpoint = Endpoint(
      name: name, argumentTypes: typeArray(repeat (each Argument).self), valueType: Value.self,
      canThrow: true, isAsync: false)
    let stub: Installation = { values, caller in
      let stubbed: @Sendable (repeat each Argument) throws -> Value = {
        (argument: repeat each Argument) in
        try caller.synchronousCall(endpoint, argumentArray(repeat each argument), as: Value.self)
      }
      set(&values, stubbed)
    }
    var observe: Installation?
    if let get {
      observe = { values, caller in
        let real = get(values)
        let observed: @Sendable (repeat each Argument) throws -> Value = {
          (argument: repeat each Argument) in
          let call = caller.startCall(endpoint, argumentArray(repeat each argument))
          do {
            return caller.finishCall(
              call, try EffectContext.inEndpoint { try real(repeat each argument) })
          } catch {
            throw caller.failCall(call, error)
          }
        }
        set(&values, observed)
      }
    }
    self.init(endpoint, stub: stub, observe: observe)
  }
}
