// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "custom-architecture",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "macho", path: "../../..")],
  targets: [
    .executableTarget(
      name: "teller",
      dependencies: [
        .product(name: "Composable", package: "macho"),
        .product(name: "MachoArchitectures", package: "macho"),
        .product(name: "MachoKit", package: "macho"),
      ])
  ]
)
