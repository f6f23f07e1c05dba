// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

/// The compilation condition of what only Linux has: redirected functions, resumed continuations,
/// the fork server, `/proc`, the symbols of an executable, backtraces. `MACHO_PORTABLE=1 swift build`
/// leaves all of it out on Linux, as other platforms do. "Platforms" in `MachoKit.docc` says what differs.
let linuxCondition = "MACHO_LINUX"
let isPortable = Context.environment["MACHO_PORTABLE"] == "1"
let strict: [SwiftSetting] =
  [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
  + (isPortable ? [] : [.define(linuxCondition, .when(platforms: [.linux]))])
let cSettings: [CSetting] =
  isPortable ? [] : [.define(linuxCondition, .when(platforms: [.linux]))]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let deques = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
let orderedCollections = Target.Dependency.product(
  name: "OrderedCollections", package: "swift-collections")
/// Combine for platforms without it.
let openCombine = Target.Dependency.product(
  name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux]))
let issueReporting = Target.Dependency.product(
  name: "IssueReporting", package: "xctest-dynamic-overlay")
let issueReportingTestSupport = Target.Dependency.product(
  name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")

/// A library of swift-syntax: minutes of a clean build, so only the compiler plugin has any.
func syntax(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-syntax")
}

/// A Swift target with the settings that all targets share.
func swiftTarget(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// The unit tests of one target.
func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name)] + dependencies,
    path: "Tests/Unit/\(name)Tests", swiftSettings: strict)
}

/// The test targets that are built, separated by commas. Default: all. `scripts/test --only` builds some without the
/// modules that only others need.
let chosenTests = Context.environment["MACHO_TESTS"].map {
  Set($0.split(separator: ",").map(String.init))
}

// Ordered by layer: a target depends only on targets above it.
let package = Package(
  name: "macho",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "macho", targets: ["macho"]),
    .library(name: "MachoKit", targets: ["MachoKit"]),
    .library(name: "MachoTesting", targets: ["MachoTesting"]),
    .library(name: "Composable", targets: ["Composable"]),
    .library(name: "ComposableMacros", targets: ["ComposableMacros"]),
    .library(name: "ComposableCombine", targets: ["ComposableCombine"]),
    .library(name: "ComposableNetworking", targets: ["ComposableNetworking"]),
    .library(name: "ComposableStandIns", targets: ["ComposableStandIns"]),
    .library(name: "ComposableOSLog", targets: ["ComposableOSLog"]),
    .library(name: "ComposableTagged", targets: ["ComposableTagged"]),
    .library(name: "ComposableTestSupport", targets: ["ComposableTestSupport"]),
    .library(name: "MachoArchitectures", targets: ["MachoArchitectures"]),
    .plugin(name: "WithoutViews", targets: ["WithoutViews"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
    .package(url: "https://github.com/apple/swift-collections", .upToNextMinor(from: "1.6.0")),
    .package(url: "https://github.com/OpenCombine/OpenCombine", .upToNextMinor(from: "0.14.0")),
    // Exact: its text is a part of scripts. Without its conformances of URLRequest, which load
    // FoundationNetworking at each start.
    .package(
      url: "https://github.com/pointfreeco/swift-custom-dump", exact: "1.7.3", traits: []),
    .package(
      url: "https://github.com/pointfreeco/xctest-dynamic-overlay", .upToNextMinor(from: "1.13.1")),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    // A command plugin for 'swift package generate-documentation'. No target depends on it, so
    // packages that depend on this one do not resolve it.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", .upToNextMinor(from: "1.5.0")),
    .package(url: "https://github.com/swiftlang/swift-syntax", .upToNextMinor(from: "603.0.1")),
  ],
  targets: [
    // base
    swiftTarget("MachoLocks"),
    .target(name: "CMachoSystem"),
    swiftTarget("MachoSystem", ["CMachoSystem", "MachoLocks", deques]),
    .target(name: "CMachoMetadata", cSettings: cSettings),
    swiftTarget("MachoMetadata", ["CMachoMetadata", "MachoLocks"]),
    swiftTarget("MachoDiff", ["MachoLocks", "MachoMetadata", customDump]),

    // runtime
    .target(name: "CComposable", cSettings: cSettings),
    swiftTarget("ComposablePlatform"),
    swiftTarget(
      "Composable",
      [
        "CComposable", "ComposablePlatform", "MachoDiff", "MachoLocks", "MachoMetadata", customDump,
        deques,
        issueReporting, orderedCollections,
      ]),
    swiftTarget("ComposableTestSupport", ["Composable", issueReportingTestSupport]),
    // Publishers, apart from the runtime: OpenCombine costs a sixth of a clean build. Of the
    // executables, only those with the gallery link it.
    swiftTarget("ComposableCombine", ["Composable", "MachoLocks", openCombine]),
    // `URLSession`. No executable of this package links it: on Linux it loads libcurl and 30 more
    // libraries at each start.
    swiftTarget("ComposableNetworking", ["Composable", issueReporting]),
    // What only Apple platforms have, for files of reducers that name it.
    swiftTarget(
      "ComposableStandIns", ["Composable", "ComposableCombine", "ComposableNetworking"]),
    // Apart from the others: an app may have other types with the names 'Logger' and 'Tagged'.
    swiftTarget("ComposableOSLog"),
    swiftTarget("ComposableTagged"),
    swiftTarget("MachoArchitectures", ["MachoLocks", issueReporting]),

    // macros: no product or test of this package links these two
    .macro(
      name: "ComposableMacrosPlugin",
      dependencies: [
        syntax("SwiftCompilerPlugin"), syntax("SwiftDiagnostics"), syntax("SwiftSyntax"),
        syntax("SwiftSyntaxBuilder"), syntax("SwiftSyntaxMacros"),
      ],
      swiftSettings: strict),
    swiftTarget("ComposableMacros", ["ComposableNetworking", "ComposableMacrosPlugin"]),
    // compiles files of an app without their views
    .executableTarget(
      name: "RemoveViews", dependencies: [syntax("SwiftParser"), syntax("SwiftSyntax")],
      swiftSettings: strict),
    .plugin(
      name: "WithoutViews", capability: .buildTool(), dependencies: ["RemoveViews"],
      path: "Sources/WithoutViews"),

    // driver
    swiftTarget("MachoValues", ["MachoLocks", "MachoMetadata", deques, orderedCollections]),
    swiftTarget("MachoSessions", ["MachoDiff", "MachoLocks", "MachoValues"]),
    swiftTarget(
      "MachoReporting", ["MachoDiff", "MachoSessions", "MachoSystem", "MachoValues"]),
    // The page's files become part of the code, so that an executable can be moved.
    .target(name: "CMachoInspector"),
    swiftTarget("MachoInspector", ["CMachoInspector"], exclude: ["Page"]),
    swiftTarget(
      "MachoScripting",
      [
        "MachoDiff", "MachoInspector", "MachoLocks", "MachoMetadata", "MachoReporting",
        "MachoSessions", "MachoSystem", "MachoValues",
      ]),
    swiftTarget(
      "MachoExploration",
      [
        "MachoLocks", "MachoMetadata", "MachoReporting", "MachoScripting", "MachoSessions",
        "MachoValues",
      ]),

    // adapters: join the runtime and the driver
    swiftTarget(
      "MachoAdapters",
      [
        "Composable", "MachoArchitectures", "MachoDiff", "MachoLocks", "MachoMetadata",
        "MachoSessions", "MachoValues", issueReporting, orderedCollections,
      ]),

    // terminal
    .systemLibrary(name: "CLibedit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    swiftTarget("MachoTerminal", ["CLibedit", "MachoLocks", "MachoSystem"]),

    // wire
    swiftTarget(
      "MachoWire",
      [
        "MachoExploration", "MachoLocks", "MachoMetadata", "MachoReporting", "MachoScripting",
        "MachoSessions", "MachoSystem", "MachoValues", flyingSocks,
      ],
      exclude: ["Schemas"]),

    // agents
    swiftTarget(
      "MachoAgents",
      [
        "MachoLocks", "MachoReporting", "MachoScripting", "MachoSessions", "MachoSystem",
        "MachoValues", "MachoWire",
      ]),

    // editors
    swiftTarget(
      "MachoEditors",
      [
        "MachoDiff", "MachoLocks", "MachoReporting", "MachoScripting", "MachoSessions",
        "MachoSystem",
        "MachoValues", "MachoWire",
      ]),

    // front end
    swiftTarget("MachoTesting", ["MachoAdapters", "MachoScripting", "MachoSessions"]),
    .target(name: "CMachoKit", cSettings: cSettings),
    swiftTarget(
      "MachoKit",
      [
        "CMachoKit", "Composable", "MachoAdapters", "MachoAgents", "MachoDiff", "MachoEditors",
        "MachoExploration", "MachoInspector", "MachoLocks", "MachoReporting", "MachoScripting",
        "MachoSessions", "MachoSystem", "MachoTerminal", "MachoValues", "MachoWire",
        argumentParser,
      ]),
    swiftTarget(
      "MachoGallery",
      [
        "Composable", "ComposableCombine", "MachoAdapters", "MachoArchitectures", "MachoLocks",
        "MachoValues",
      ]),
    .executableTarget(
      name: "macho", dependencies: ["MachoGallery", "MachoKit"], swiftSettings: strict),

    // measured by scripts/bench, part of no product
    .executableTarget(
      name: "MachoBench",
      dependencies: [
        "Composable", "MachoAdapters", "MachoDiff", "MachoExploration", "MachoGallery",
        "MachoScripting", "MachoSessions", "MachoValues", argumentParser, customDump, flyingSocks,
      ],
      swiftSettings: strict),

    // tests
    tests(of: "MachoSystem"),
    tests(of: "MachoMetadata"),
    tests(of: "MachoDiff", [customDump]),
    tests(
      of: "Composable",
      [
        "ProcessExecutorProbe", "ComposablePlatform", "MachoDiff", customDump, issueReporting,
        issueReportingTestSupport,
      ]),
    tests(of: "ComposableTestSupport", ["Composable"]),
    tests(of: "ComposableStandIns", ["ComposableCombine", "ComposableNetworking"]),
    tests(of: "ComposableCombine", ["Composable"]),
    tests(of: "ComposableNetworking", ["Composable"]),
    tests(of: "MachoArchitectures", ["MachoLocks", issueReporting]),
    .executableTarget(
      name: "external-work-driver",
      dependencies: [
        "Composable", "ComposableCombine", "MachoArchitectures", "MachoDiff", "MachoGallery",
        "MachoKit", "MachoLocks", "MachoSessions",
      ],
      path: "Tests/Acceptance/ExternalWork/Driver", swiftSettings: strict),
    .executableTarget(
      name: "exploration-driver",
      dependencies: [
        "Composable", "MachoAdapters", "MachoArchitectures", "MachoKit", "MachoLocks",
      ],
      path: "Tests/Acceptance/Exploration/Driver", swiftSettings: strict),
    .executableTarget(
      name: "comparison-driver", dependencies: ["Composable", "MachoArchitectures", "MachoKit"],
      path: "Tests/Acceptance/Comparison/Driver", swiftSettings: strict),
    .executableTarget(
      name: "ProcessExecutorProbe", dependencies: ["Composable"],
      path: "Tests/Unit/ProcessExecutorProbe",
      swiftSettings: strict),
    tests(of: "MachoValues", ["MachoLocks", "MachoMetadata", deques, orderedCollections]),
    tests(of: "MachoSessions", ["MachoDiff", "MachoValues"]),
    tests(of: "MachoInspector"),
    tests(of: "MachoReporting", ["MachoDiff", "MachoSessions"]),
    tests(
      of: "MachoScripting",
      [
        "MachoDiff", "MachoMetadata", "MachoReporting", "MachoSessions", "MachoSystem",
        "MachoValues", customDump, deques, orderedCollections,
      ]),
    tests(
      of: "MachoExploration",
      [
        "Composable", "MachoAdapters", "MachoArchitectures", "MachoGallery", "MachoScripting",
        "MachoSessions", "MachoValues",
      ]),
    tests(
      of: "MachoGallery", ["Composable", "ComposableCombine", "MachoArchitectures", "MachoLocks"]),
    tests(
      of: "MachoAdapters",
      [
        "Composable", "MachoDiff", "MachoScripting", "MachoSessions", "MachoValues", customDump,
        issueReporting,
      ]),
    .testTarget(
      name: "ExportedTests", dependencies: ["Composable", "MachoGallery", "external-work-driver"],
      path: "Tests/Acceptance/Exported", exclude: ["check", "refused.expected", "scripts"],
      swiftSettings: strict),
    .testTarget(
      name: "MachoTestingTests",
      dependencies: ["Composable", "MachoAdapters", "MachoLocks", "MachoTesting"],
      path: "Tests/Unit/MachoTestingTests", exclude: ["Failing", "Scripts"], swiftSettings: strict),
    tests(of: "MachoTerminal", ["MachoLocks", "MachoSystem"]),
    tests(of: "MachoWire", ["MachoLocks", "MachoSessions", "MachoSystem", "MachoValues"]),
    tests(of: "MachoAgents", ["MachoSessions", "MachoValues"]),
    tests(of: "MachoEditors", ["MachoScripting", "MachoSessions", "MachoValues"]),
    tests(
      of: "MachoKit",
      [
        "CMachoKit", "MachoLocks", "MachoScripting", "MachoSessions", "MachoSystem",
        "MachoTerminal", "external-work-driver", "macho",
      ]),
  ]
)
if let chosenTests {
  package.targets.removeAll { $0.isTest && !chosenTests.contains($0.name) }
}
