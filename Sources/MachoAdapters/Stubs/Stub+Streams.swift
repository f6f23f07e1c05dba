import Composable
import MachoSessions

extension Stub {
  /// Creates a stub for an endpoint that returns a stream. Scripts supply the elements.
  ///
  /// ```swift
  /// Stub(stream: "ticker.ticks") { $0.ticker.ticks = $1 }
  /// ```
  public init<each Argument: Sendable, Value: Sendable>(
    stream name: String,
    get:
      (@Sendable (DependencyValues) -> @Sendable (repeat each Argument) -> AsyncStream<Value>)? =
      nil,
    set:
      @escaping @Sendable (
        inout DependencyValues, @escaping @Sendable (repeat each Argument) -> AsyncStream<Value>
      ) -> Void
  ) {
    let endpoint = Endpoint(
      name: name, argumentTypes: typeArray(repeat (each Argument).self), valueType: Value.self,
      canThrow: false, isAsync: false, isStream: true)
    let stub: Installation = { values, caller in
      let stubbed: @Sendable (repeat each Argument) -> AsyncStream<Value> = {
        (argument: repeat each Argument) in
        let source = caller.stream(endpoint, argumentArray(repeat each argument), of: Value.self)
        return AsyncStream(unfolding: { try? await source.next() })
      }
      set(&values, stubbed)
    }
    var observe: Installation?
    if let get {
      observe = { values, caller in
        let real = get(values)
        let observed: @Sendable (repeat each Argument) -> AsyncStream<Value> = {
          (argument: repeat each Argument) in
          let call = caller.startCall(endpoint, argumentArray(repeat each argument))
          let stream = EffectContext.inEndpoint { real(repeat each argument) }
          let source = ObservedStream(stream, call, caller)
          return AsyncStream(unfolding: { try? await source.next() })
        }
        set(&values, observed)
      }
    }
    self.init(endpoint, stub: stub, observe: observe)
  }

  /// Creates a stub for an endpoint that returns a throwing stream.
  public init<each Argument: Sendable, Value: Sendable>(
    throwingStream name: String,
    get:
      (
        @Sendable (DependencyValues) ->
          @Sendable (repeat each Argument) -> AsyncThrowingStream<
            Value, any Error
          >
      )? = nil,
    set:
      @escaping @Sendable (
        inout DependencyValues,
        @escaping @Sendable (repeat each Argument) -> AsyncThrowingStream<Value, any Error>
      ) -> Void
  ) {
    let endpoint = Endpoint(
      name: name, argumentTypes: typeArray(repeat (each Argument).self), valueType: Value.self,
      canThrow: true, isAsync: false, isStream: true)
    let stub: Installation = { values, caller in
      let stubbed: @Sendable (repeat each Argument) -> AsyncThrowingStream<Value, any Error> = {
        (argument: repeat each Argument) in
        let source = caller.stream(endpoint, argumentArray(repeat each argument), of: Value.self)
        return AsyncThrowingStream(unfolding: { try await source.next() })
      }
      set(&values, stubbed)
    }
    var observe: Installation?
    if let get {
      observe = { values, caller in
        let real = get(values)
        let observed: @Sendable (repeat each Argument) -> AsyncThrowingStream<Value, any Error> = {
          (argument: repeat each Argument) in
          let call = caller.startCall(endpoint, argumentArray(repeat each argument))
          let stream = EffectContext.inEndpoint { real(repeat each argument) }
          let source = ObservedStream(stream, call, caller)
          return AsyncThrowingStream(unfolding: { try await source.next() })
        }
        set(&values, observed)
      }
    }
    self.init(endpoint, stub: stub, observe: observe)
  }
}
