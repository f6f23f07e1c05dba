/// The modules of upstream's libraries, which a driver's package has under the same names: each re-exports
/// modules of macho, so that the sources of an app stay as they are.
enum StandIns {
  struct Product {
    /// The product of macho.
    let product: String
    /// The products that are exported too.
    var others: [String] = []
    /// Modules of the toolchain that are exported too.
    var modules: [String] = []
  }

  /// Modules of views and their values. Their stand-ins have the values of ComposableStandIns.
  static let views: Set<String> = ["SwiftUI", "UIKit", "AppKit", "CoreGraphics"]

  /// The module that stands in for one of the platform. It has another name: a module named Combine would be
  /// found by `canImport(Combine)` everywhere, also in macho.
  static func alias(_ module: String) -> String { module + "Values" }

  /// Whether a module has no declarations: it does not exist on this platform, or its package cannot be had.
  static func isEmpty(_ module: String) -> Bool { all[alias(module)] == nil }

  /// By the name of upstream's product and module.
  static let all: [String: Product] = {
    var all: [String: Product] = [
      "ComposableArchitecture": Product(
        product: "ComposableMacros", others: ["ComposableStandIns"]),
      alias("Combine"): Product(product: "ComposableCombine"),
      alias("os"): Product(product: "ComposableOSLog"),
      alias("OSLog"): Product(product: "ComposableOSLog"),
      "Tagged": Product(product: "ComposableTagged"),
    ]
    let names = [
      "CasePaths", "CasePathsCore", "Clocks", "CombineSchedulers", "ConcurrencyExtras",
      "Dependencies", "DependenciesMacros", "IdentifiedCollections", "Perception",
      "PerceptionCore", "Sharing", "SwiftNavigation", "SwiftUINavigation", "UIKitNavigation",
    ]
    for module in views {
      all[alias(module)] = Product(
        product: "ComposableStandIns", others: ["Composable"],
        modules: ["Foundation"])
    }
    for name in names { all[name] = Product(product: "ComposableMacros") }
    return all
  }()

  /// The packages of upstream that macho itself is built with. Their products are used as they are.
  static let shared = [
    "IssueReporting": "xctest-dynamic-overlay", "XCTestDynamicOverlay": "xctest-dynamic-overlay",
    "CustomDump": "swift-custom-dump", "OrderedCollections": "swift-collections",
    "Collections": "swift-collections", "DequeModule": "swift-collections",
  ]

  /// The declarations of these packages, as macho's own manifest has them.
  static let sharedPackages = [
    "xctest-dynamic-overlay":
      ".package(url: \"https://github.com/pointfreeco/xctest-dynamic-overlay\", from: \"1.13.1\")",
    "swift-custom-dump":
      ".package(url: \"https://github.com/pointfreeco/swift-custom-dump\", from: \"1.7.3\", traits: [])",
    "swift-collections":
      ".package(url: \"https://github.com/apple/swift-collections\", from: \"1.6.0\")",
  ]
}
