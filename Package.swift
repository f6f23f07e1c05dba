// swift-tools-version: 6.1
import CompilerPluginSupport
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let collections = Target.Dependency.product(name: "Collections", package: "swift-collections")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
let orderedCollections = Target.Dependency.product(
  name: "OrderedCollections", package: "swift-collections")
let issueReporting = Target.Dependency.product(
  name: "IssueReporting", package: "xctest-dynamic-overlay")
let issueReportingTestSupport = Target.Dependency.product(
  name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")

/// A library of swift-syntax: minutes of a clean build, so only the compiler plugin has any.
func syntax(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-syntax")
}

/// A Swift target with the settings that every target of the house shares.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// The tests of one room.
func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name)] + dependencies,
    swiftSettings: strict)
}

// Read downwards: nothing imports what stands below it.
let package = Package(
  name: "macho",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "macho", targets: ["macho"]),
    .library(name: "MachoKit", targets: ["MachoKit"]),
    .library(name: "MachoTesting", targets: ["MachoTesting"]),
    .library(name: "Composable", targets: ["Composable"]),
    .library(name: "ComposableMacros", targets: ["ComposableMacros"]),
    .library(name: "ComposableTestSupport", targets: ["ComposableTestSupport"]),
    .library(name: "MachoArchitectures", targets: ["MachoArchitectures"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // base
    room("MachoLocks"),
    room("MachoStreams", ["MachoLocks", collections]),
    .target(name: "CMachoMetadata"),
    room("MachoMetadata", ["CMachoMetadata", "MachoLocks"]),
    room("MachoDiff", ["MachoLocks", "MachoMetadata", customDump]),

    // runtime
    .target(name: "CComposable"),
    room(
      "Composable",
      [
        "CComposable", "MachoDiff", "MachoLocks", "MachoMetadata", customDump, issueReporting,
        orderedCollections,
      ]),
    room("ComposableTestSupport", ["Composable", issueReportingTestSupport]),
    room("MachoArchitectures", ["MachoLocks", issueReporting]),

    // macros: nothing that `macho` or a test of this package links depends on these two
    .macro(
      name: "ComposableMacrosPlugin",
      dependencies: [
        syntax("SwiftCompilerPlugin"), syntax("SwiftDiagnostics"), syntax("SwiftSyntax"),
        syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros"),
      ],
      swiftSettings: strict),
    room("ComposableMacros", ["Composable", "ComposableMacrosPlugin"]),

    // driver
    room("MachoValues", ["MachoLocks", "MachoMetadata", collections]),
    room("MachoSessions", ["MachoLocks", "MachoValues"]),
    room("MachoReporting", ["MachoSessions", "MachoValues"]),
    room(
      "MachoScripting",
      ["MachoLocks", "MachoMetadata", "MachoReporting", "MachoSessions", "MachoValues"],
      exclude: ["LANGUAGE.md"]),

    // meeting
    room(
      "MachoAdapters",
      [
        "Composable", "MachoArchitectures", "MachoDiff", "MachoLocks", "MachoMetadata",
        "MachoSessions", "MachoValues", issueReporting, orderedCollections,
      ]),

    // terminal
    .systemLibrary(name: "CLibedit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    room("MachoTerminal", ["CLibedit", "MachoLocks", "MachoStreams"]),

    // wire
    room(
      "MachoWire",
      [
        "MachoLocks", "MachoMetadata", "MachoReporting", "MachoScripting", "MachoSessions",
        "MachoStreams", "MachoValues", flyingSocks,
      ],
      exclude: ["PROTOCOL.md", "Schemas"]),

    // front
    room("MachoTesting", ["MachoAdapters", "MachoScripting", "MachoSessions"]),
    .target(name: "CMachoKit"),
    room(
      "MachoKit",
      [
        "CMachoKit", "Composable", "MachoAdapters", "MachoLocks", "MachoReporting",
        "MachoScripting",
        "MachoSessions", "MachoStreams", "MachoTerminal", "MachoValues", "MachoWire",
        argumentParser,
      ]),
    room(
      "MachoGallery",
      ["Composable", "MachoAdapters", "MachoArchitectures", "MachoLocks", "MachoValues"]),
    .executableTarget(
      name: "macho", dependencies: ["MachoGallery", "MachoKit"], swiftSettings: strict),

    // measured by scripts/bench, part of no product
    .executableTarget(
      name: "MachoHello", dependencies: [argumentParser, customDump], swiftSettings: strict),
    .executableTarget(
      name: "MachoBench",
      dependencies: [
        "Composable", "MachoAdapters", "MachoDiff", "MachoGallery", "MachoScripting",
        "MachoSessions", "MachoValues", argumentParser, customDump, flyingSocks,
      ],
      swiftSettings: strict),

    // tests
    tests(of: "MachoMetadata"),
    tests(of: "MachoDiff", [customDump]),
    tests(
      of: "Composable",
      ["AdoptionProbe", "MachoDiff", customDump, issueReporting, issueReportingTestSupport]),
    tests(of: "ComposableTestSupport", ["Composable"]),
    tests(of: "MachoArchitectures", ["MachoLocks", issueReporting]),
    .executableTarget(
      name: "hops",
      dependencies: [
        "Composable", "MachoArchitectures", "MachoGallery", "MachoKit", "MachoSessions",
      ],
      path: "Tests/Hops/Driver", swiftSettings: strict),
    .executableTarget(
      name: "AdoptionProbe", dependencies: ["Composable"], path: "Tests/AdoptionProbe",
      swiftSettings: strict),
    tests(of: "MachoValues", ["MachoLocks", "MachoMetadata", collections]),
    tests(of: "MachoSessions", ["MachoValues"]),
    tests(of: "MachoReporting", ["MachoSessions"]),
    tests(of: "MachoScripting", ["MachoReporting", "MachoSessions", "MachoValues"]),
    tests(
      of: "MachoAdapters",
      ["Composable", "MachoSessions", "MachoValues", customDump, issueReporting]),
    .testTarget(
      name: "ExportedTests", dependencies: ["Composable", "MachoGallery", "hops"],
      path: "Tests/Exported", exclude: ["check", "scripts"], swiftSettings: strict),
    .testTarget(
      name: "MachoTestingTests",
      dependencies: ["Composable", "MachoAdapters", "MachoLocks", "MachoTesting"],
      exclude: ["Failing", "Scripts"], swiftSettings: strict),
    tests(of: "MachoTerminal", ["MachoStreams"]),
    tests(of: "MachoWire", ["MachoLocks", "MachoSessions", "MachoStreams", "MachoValues"]),
    tests(
      of: "MachoKit",
      ["CMachoKit", "MachoScripting", "MachoStreams", "MachoTerminal", "hops", "macho"]),
  ]
)
