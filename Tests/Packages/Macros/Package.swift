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
        "Contacts", "MainActorApp", "Search", "Sharing",
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
    // A target as new projects have it: isolated to the main actor, unless declared otherwise.
    .target(
      name: "MainActorApp", dependencies: ["ComposableArchitecture"],
      swiftSettings: strict + [.unsafeFlags(["-default-isolation", "MainActor"])]),
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

// Modules that `check` generates from the documents' code blocks, if the documents exist, stand-ins
// for the libraries that the documents use and that are not here, and the driver of the features.
if Context.environment["MACHO_SEEDS"] != nil {
  /// Generated code in Swift 5 mode with upstream's module names, and with warnings of its own.
  let asWritten: [SwiftSetting] = [
    .swiftLanguageMode(.v5),
    .unsafeFlags(["-suppress-warnings", "-module-alias", "Combine=OpenCombineShim"]),
  ]
  // The stand-in has another name: a module named SwiftUI would be found by `canImport(SwiftUI)`
  // in every other target.
  let views: [SwiftSetting] = [.unsafeFlags(["-module-alias", "SwiftUI=SeedSwiftUI"])]
  /// For code with `@main`, which would define `main` a second time.
  func entryPoint(_ name: String) -> SwiftSetting {
    .unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "\(name)_main"])
  }
  func standIn(_ name: String, _ folder: String, _ dependencies: [Target.Dependency] = []) -> Target
  {
    .target(
      name: name, dependencies: dependencies, path: "UpstreamDocuments/StandIns/\(folder)",
      swiftSettings: strict)
  }
  func seed(
    _ name: String, _ dependencies: [Target.Dependency],
    _ settings: [SwiftSetting] = [
      .swiftLanguageMode(.v6)
    ]
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: "UpstreamDocuments/Generated/\(name)",
      swiftSettings: settings)
  }
  let testSupport = Target.Dependency.product(name: "ComposableTestSupport", package: "macho")
  let combine = Target.Dependency.product(name: "OpenCombineShim", package: "OpenCombine")
  package.dependencies.append(
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"))
  package.targets += [
    standIn("Nimble", "Nimble"),
    standIn("Quick", "Quick", ["Nimble"]),
    standIn("SeedHost", "Host"),
    standIn("SeedLocalHosts", "LocalHosts"),
    standIn("SeedSwiftUI", "SwiftUI"),
    standIn("SeedTCAViews", "TCAViews", ["ComposableArchitecture", "SeedSwiftUI"]),
    .target(
      name: "SeedGitHub", dependencies: ["Dependencies", "DependenciesMacros"],
      path: "UpstreamDocuments/GitHub", swiftSettings: strict),

    // 000 and 002: The Composable Architecture
    seed("SeedBinding", ["ComposableArchitecture"]),
    seed(
      "SeedContacts", ["ComposableArchitecture", "SeedSwiftUI", "SeedTCAViews"],
      [.swiftLanguageMode(.v6)] + views),
    seed(
      "SeedCounter", ["ComposableArchitecture", "SeedSwiftUI", "SeedTCAViews"],
      [.swiftLanguageMode(.v6)] + views),
    seed(
      "SeedList", ["ComposableArchitecture", "SeedGitHub", "SeedSwiftUI"],
      [.swiftLanguageMode(.v6)] + views),
    // Swift 5 mode: its alert is a static property of a public type that is not declared Sendable,
    // an error in Swift 6.
    seed(
      "SeedSearch", ["ComposableArchitecture", "SeedGitHub", "SeedSwiftUI", "SeedTCAViews"],
      [.swiftLanguageMode(.v5)] + views),

    // 001: Flux. 003: Redux and Clean Architecture. 004: Clean Architecture.
    seed("SeedFlux", [combine, "SeedSwiftUI"], asWritten + views + [entryPoint("SeedFlux")]),
    seed("ReSwift", ["SeedHost"], asWritten),
    seed("SeedPorts", ["SeedHost"], asWritten),
    seed(
      "CALearning", [combine, "SeedHost", "SeedSwiftUI"],
      asWritten + views + [entryPoint("CALearning")]),
    seed(
      "SeedStages", ["CALearning", combine, "SeedHost", "SeedSwiftUI"],
      asWritten + views + [entryPoint("SeedStages")]),
    seed("SeedSpecs", ["CALearning", "Nimble", "Quick"], asWritten),

    .executableTarget(
      name: "seed-driver",
      dependencies: [
        "CALearning", "ComposableArchitecture", "ReSwift", "SeedBinding", "SeedContacts",
        "SeedCounter", "SeedFlux", "SeedGitHub", "SeedHost", "SeedList", "SeedLocalHosts",
        "SeedPorts", "SeedSearch",
        "SeedSwiftUI", combine,
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "MachoArchitectures", package: "macho"),
        .product(name: "MachoKit", package: "macho"),
      ],
      path: "UpstreamDocuments/Driver", swiftSettings: strict),
    .testTarget(
      name: "SeedOwnTests",
      dependencies: [
        "CombineSchedulers", "ComposableArchitecture", "SeedGitHub", "SeedSearch", testSupport,
      ],
      path: "UpstreamDocuments/Generated/SeedOwnTests", swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "SeedTests",
      dependencies: [
        "CALearning", "CombineSchedulers", "ComposableArchitecture", "Nimble", "Quick", "ReSwift",
        "SeedBinding", "SeedContacts", "SeedCounter", "SeedFlux", "SeedGitHub", "SeedHost",
        "SeedList", "SeedLocalHosts", "SeedSearch", "SeedSpecs", "SeedStages", "SeedSwiftUI",
        combine, testSupport,
        .product(name: "Composable", package: "macho"),
      ],
      swiftSettings: strict),
  ]
}
