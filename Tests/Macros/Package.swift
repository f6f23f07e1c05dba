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

/// What upstream calls a module, for code that came from there: one line.
func renamed(_ name: String) -> Target {
  .target(
    name: name, dependencies: [.product(name: "ComposableMacros", package: "macho")],
    swiftSettings: strict)
}

let package = Package(
  name: "macros",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "macho", path: "../.."),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // The plugin's sources once more, as a test can only import a macro target of its own package.
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
        "Contacts",
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

    // Both know nothing of macho but the names above.
    .target(
      name: "Contacts",
      dependencies: [
        "CasePaths", "ComposableArchitecture", "Dependencies", "DependenciesMacros",
        "IdentifiedCollections",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "contacts-tool",
      dependencies: ["Clocks", "CombineSchedulers", "ComposableArchitecture", "Contacts"],
      swiftSettings: strict),
  ]
)
