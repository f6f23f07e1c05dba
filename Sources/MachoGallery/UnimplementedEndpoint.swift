/// The error of a dependency endpoint that was called without a stub.
struct UnimplementedEndpoint: Error {
  var name: String
}
