// swift-tools-version: 6.1
import PackageDescription

// The baseline of scripts/bench for the start of a process. A package of its own, because it uses custom-dump with its
// default trait, as other tools do.
let package = Package(
  name: "start-baseline",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
  ],
  targets: [
    .executableTarget(
      name: "start-baseline",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ])
  ]
)
