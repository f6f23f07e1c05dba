// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "reading-list",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "macho", path: "../../..")],
  targets: [
    .executableTarget(
      name: "reading-list",
      dependencies: [
        .product(name: "Composable", package: "macho"),
        .product(name: "MachoKit", package: "macho"),
      ]),
    .executableTarget(
      name: "examples",
      dependencies: [
        .product(name: "Composable", package: "macho"),
        .product(name: "MachoArchitectures", package: "macho"),
        .product(name: "MachoKit", package: "macho"),
      ]),
    .testTarget(
      name: "ReadingListTests",
      dependencies: [
        "reading-list",
        .product(name: "ComposableTestSupport", package: "macho"),
        .product(name: "MachoTesting", package: "macho"),
      ]),
  ]
)
