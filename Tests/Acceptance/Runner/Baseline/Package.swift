// swift-tools-version: 6.1
import PackageDescription

// The baseline of scripts/bench: the ten actions of ten-actions.macho as compiled tests of the same feature.
let package = Package(
  name: "ten-actions",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "macho", path: "../../../..")],
  targets: [
    .testTarget(
      name: "TenActionsTests",
      dependencies: [
        .product(name: "Composable", package: "macho"),
        .product(name: "ComposableTestSupport", package: "macho"),
      ],
      path: "TenActionsTests")
  ]
)
