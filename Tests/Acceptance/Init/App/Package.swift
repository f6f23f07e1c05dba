// swift-tools-version: 6.0
import PackageDescription

// An app as teams have them. It depends on upstream's libraries, which are not fetched here.
let package = Package(
  name: "Shop",
  platforms: [.iOS(.v17), .macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/pointfreeco/swift-composable-architecture", from: "1.17.0"),
    .package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.4.0"),
    // A package that cannot be had.
    .package(url: "file:///nowhere/animations", from: "1.0.0"),
  ],
  targets: [
    .target(
      name: "OrdersClient",
      dependencies: [
        .product(name: "Dependencies", package: "swift-dependencies"),
        .product(name: "DependenciesMacros", package: "swift-dependencies"),
      ]),
    .target(
      name: "OrdersFeature",
      dependencies: [
        "OrdersClient",
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture"),
        .product(name: "Animations", package: "animations"),
      ]),
    .target(
      name: "AppFeature",
      dependencies: [
        "OrdersFeature",
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture"),
      ]),
    .target(name: "AppViews", dependencies: ["AppFeature"]),
  ]
)
