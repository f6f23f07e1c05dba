/// Thrown by a dependency that a test called and did not stub.
struct UnimplementedEndpoint: Error {
  var name: String
}
