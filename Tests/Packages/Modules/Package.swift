// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "modules",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "macho", path: "../../..")],
  targets: [
    // The interface: what a feature needs to compile and to be tested.
    .target(
      name: "GitHubClient", dependencies: [.product(name: "Composable", package: "macho")]),
    // The implementation. Only the executable links it.
    .target(
      name: "GitHubClientLive",
      dependencies: [
        "GitHubClient",
        .product(name: "ComposableNetworking", package: "macho"),
      ]),
    .target(
      name: "RepositoryListFeature",
      dependencies: [
        "GitHubClient",
        .product(name: "Composable", package: "macho"),
      ]),
    .executableTarget(
      name: "repositories",
      dependencies: [
        "GitHubClient", "GitHubClientLive", "RepositoryListFeature",
        .product(name: "MachoKit", package: "macho"),
      ]),
  ]
)
