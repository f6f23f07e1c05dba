/// Gives a struct of closures the initializers that it needs, and each closure a first value that
/// reports that it is unimplemented.
///
/// ```swift
/// @DependencyClient
/// struct FactClient {
///   var fetch: @Sendable (_ number: Int) async throws -> String
/// }
///
/// let client = FactClient()
/// try await client.fetch(number: 3)  // reports: Unimplemented: 'FactClient.fetch'
/// ```
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyClientMacro")

/// Gives a closure a first value that reports, and a method if its arguments have names.
///
/// - Parameter method: The method's name, if it is not to be the property's.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEndpointMacro")

/// Leaves a closure of a `@DependencyClient` as it is.
@attached(peer, names: named(_))
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEndpointIgnoredMacro")
