// swift-tools-version: 6.1
import PackageDescription

let macho: [Target.Dependency] = [
  .product(name: "Composable", package: "macho"),
  .product(name: "MachoKit", package: "macho"),
]

let package = Package(
  name: "example",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "macho", path: "../..")
  ],
  targets: [
    .executableTarget(name: "reading-list", dependencies: macho),
    .executableTarget(name: "hops", dependencies: macho),
  ]
)
