/// Generates the initializers of a struct of closures. Gives each closure a default value that
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

/// Gives a closure a default value that reports an issue, and generates a method if the closure's
/// parameters have labels.
///
/// - Parameter method: The method's name. Default: the property's name.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEndpointMacro")

/// Excludes a closure of a `@DependencyClient` from the expansion.
@attached(peer, names: named(_))
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEndpointIgnoredMacro")
