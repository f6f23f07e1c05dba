// swift-tools-version: 6.1
import CompilerPluginSupport
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

func syntax(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-syntax")
}

/// A target with the name of an upstream module, for code that imports it: it re-exports
/// ComposableMacros.
func renamed(_ name: String) -> Target {
  .target(
    name: name, dependencies: [.product(name: "ComposableMacros", package: "macho")],
    swiftSettings: strict)
}

let package = Package(
  name: "macros",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "macho", path: "../../.."),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // The plugin's sources again, because a test can only import a macro target of its own package.
    .macro(
      name: "Expansions",
      dependencies: [
        syntax("SwiftCompilerPlugin"), syntax("SwiftDiagnostics"), syntax("SwiftSyntax"),
        syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros"),
      ],
      path: "Sources/Plugin",
      swiftSettings: strict),
    .testTarget(
      name: "ExpansionTests",
      dependencies: [
        "Expansions", syntax("SwiftSyntax"), syntax("SwiftSyntaxMacroExpansion"),
        syntax("SwiftSyntaxMacros"), syntax("SwiftSyntaxMacrosGenericTestSupport"),
      ],
      swiftSettings: strict),

    .testTarget(
      name: "MacroTests",
      dependencies: [
        "Contacts", "Search", "Sharing",
        .product(name: "ComposableMacros", package: "macho"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: strict),

    renamed("CasePaths"),
    renamed("Clocks"),
    renamed("CombineSchedulers"),
    renamed("ComposableArchitecture"),
    renamed("Dependencies"),
    renamed("DependenciesMacros"),
    renamed("IdentifiedCollections"),
    renamed("Sharing"),

    // These targets use only the module names above.
    .target(
      name: "Search",
      dependencies: [
        "CombineSchedulers", "ComposableArchitecture", "Dependencies", "DependenciesMacros",
        "IdentifiedCollections",
      ],
      swiftSettings: strict),
    .target(
      name: "Contacts",
      dependencies: [
        "CasePaths", "ComposableArchitecture", "Dependencies", "DependenciesMacros",
        "IdentifiedCollections",
      ],
      swiftSettings: strict),
    .target(
      name: "ExampleApps", dependencies: ["ComposableArchitecture"],
      swiftSettings: strict),
    .executableTarget(
      name: "example-apps",
      dependencies: [
        "ComposableArchitecture", "ExampleApps", .product(name: "MachoKit", package: "macho"),
      ],
      swiftSettings: strict),
    .target(
      name: "SharedGallery", dependencies: ["ComposableArchitecture"], swiftSettings: strict),
    .executableTarget(
      name: "shared-gallery",
      dependencies: [
        "ComposableArchitecture", "SharedGallery", .product(name: "MachoKit", package: "macho"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ExampleAppTests",
      dependencies: [
        "ComposableArchitecture", "ExampleApps",
        .product(name: "ComposableTestSupport", package: "macho"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "contacts-tool",
      dependencies: ["Clocks", "CombineSchedulers", "ComposableArchitecture", "Contacts"],
      swiftSettings: strict),
  ]
)

// Modules that `check` generates from the documents' code blocks, if the documents exist. They use
// only the module names above.
if Context.environment["MACHO_SEEDS"] != nil {
  func seed(
    _ name: String, _ dependencies: [Target.Dependency], mode: SwiftLanguageMode = .v6
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: "UpstreamDocuments/Generated/\(name)",
      swiftSettings: [.swiftLanguageMode(mode)])
  }
  let testSupport = Target.Dependency.product(name: "ComposableTestSupport", package: "macho")
  package.targets += [
    .target(
      name: "SeedGitHub", dependencies: ["Dependencies", "DependenciesMacros"],
      path: "UpstreamDocuments/GitHub", swiftSettings: strict),
    seed("SeedBinding", ["ComposableArchitecture"]),
    seed("SeedContacts", ["ComposableArchitecture"]),
    seed("SeedCounter", ["ComposableArchitecture"]),
    seed("SeedList", ["ComposableArchitecture", "SeedGitHub"]),
    // Swift 5 mode: its alert is a static property of a public type that is not declared Sendable,
    // an error in Swift 6.
    seed("SeedSearch", ["ComposableArchitecture", "SeedGitHub"], mode: .v5),
    .testTarget(
      name: "SeedOwnTests",
      dependencies: [
        "CombineSchedulers", "ComposableArchitecture", "SeedGitHub", "SeedSearch", testSupport,
      ],
      path: "UpstreamDocuments/Generated/SeedOwnTests", swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "SeedTests",
      dependencies: [
        "CombineSchedulers", "ComposableArchitecture", "SeedBinding", "SeedContacts", "SeedCounter",
        "SeedGitHub", "SeedList", "SeedSearch", testSupport,
        .product(name: "Composable", package: "macho"),
      ],
      swiftSettings: strict),
  ]
}
