import Foundation

/// The texts of a driver's package for an app. Each element of a list is one line, so that later runs can
/// add lines and leave the others as they are.
struct DriverSources {
  let app: AppTargets
  let dependency: MachoDependency
  /// The name of the package, the executable and its target.
  let driver: String
  /// The language of localized resources.
  var localization = "en"

  /// The first lines of the lists.
  static let targetList = "let app: [Target] = ["
  static let standInList = "let standIns: [Target] = ["
  static let packageList = "let packages: [Package.Dependency] = ["
  static let featureList = "  let features: [Feature] = ["
  static let stubList = "  static let stubs: [Stub] = ["

  /// The name of the link to a target's sources.
  static let link = "App"
  /// A file of a target that is not the app's, so that the target has one even if all of the app's files
  /// are left out or compiled without views.
  static let emptyFile = "Empty.swift"

  /// The file with the names of the files that are compiled without views, each in a line.
  static func viewListPath(_ target: String) -> String { "WithoutViews/\(target).txt" }

  var driverPath: String { "Sources/\(driver)/Driver.swift" }

  /// The name of the test target.
  private var tests: String { driver + "-tests" }

  /// The files, relative to the driver's package.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest), (driverPath, Self.driverText),
      ("Tests/\(tests)/ScriptTests.swift", PackageTemplate.testText(of: driver)),
      (".gitignore", PackageTemplate.ignoreText),
    ] + app.standIns.map { (Self.standInPath($0), Self.standInText($0)) }
  }

  /// The workflow that runs the scripts, relative to the app's package.
  var workflow: (path: String, text: String) {
    (
      WorkflowTemplate.path,
      WorkflowTemplate(product: driver, driver: driver, directory: dependency.driverDirectory).text
    )
  }

  /// The first script, relative to the driver's package.
  func script(of feature: String) -> (path: String, text: String) {
    (
      "scripts/\(feature).macho",
      """
      #!macho 1
      # The start state of \(feature). Add lines that you have typed at 'swift run \(driver) repl \(feature)': the line
      # 'save scripts/NAME.macho' writes them as a script with their output, the '|' lines.
      feature \(feature)
      state
      |...

      """
    )
  }

  static func standInPath(_ name: String) -> String { "StandIns/\(name)/Exports.swift" }

  static func standInText(_ name: String) -> String {
    guard let standIn = StandIns.all[name] else {
      return """
        // The app's sources import a module that does not exist here. Declare what its reducers need of it.
        @_exported import Foundation

        """
    }
    return ([standIn.product] + standIn.others + standIn.modules).map {
      "@_exported import \($0)\n"
    }.joined()
  }

  private var toolsVersion: String {
    app.targets.flatMap(\.settings).contains { $0.hasPrefix(".defaultIsolation") } ? "6.2" : "6.1"
  }

  private var manifest: String {
    let package = dependency.package.debugDescription
    return """
      // swift-tools-version: \(toolsVersion)
      import PackageDescription

      // 'macho init' adds lines to these lists when the app has new targets. All other lines are yours.

      func product(_ name: String) -> Target.Dependency { .product(name: name, package: \(package)) }

      /// 'macho init' reads the declarations of the app from the files that these options write.
      let graphs: [SwiftSetting] = Context.environment["MACHO_SYMBOL_GRAPHS"].map {
        [
          .unsafeFlags([
            "-emit-symbol-graph", "-emit-symbol-graph-dir", $0, "-symbol-graph-minimum-access-level",
            "internal", "-symbol-graph-skip-synthesized-members",
            "-continue-building-after-errors",
          ])
        ]
      } ?? []

      // On Linux, 'URLSession' and its like are in another module than Foundation. The app's files import it too.
      #if os(Linux)
        let networking: [SwiftSetting] = [
          .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "FoundationNetworking"])
        ]
      #else
        let networking: [SwiftSetting] = []
      #endif

      /// A module with the name of one of upstream's, which re-exports modules of macho.
      func standIn(_ name: String, _ products: [String]) -> Target {
        .target(
          name: name, dependencies: products.map { product($0) }, path: "StandIns/\\(name)")
      }

      \(Self.standInList)
      \(app.standIns.map { "  \(Self.standInLine($0))\n" }.joined())]

      /// The targets of the app. Their directories are links to the app's sources.
      func target(
        _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
        resources: [Resource] = [], _ settings: [SwiftSetting] = [], withoutViews: Bool = false
      ) -> Target {
        .target(
          name: name, dependencies: dependencies, exclude: exclude, resources: resources,
          swiftSettings: settings + graphs + networking,
          plugins: withoutViews ? [.plugin(name: "WithoutViews", package: \(package))] : [])
      }

      /// Makes a target's imports of a module find another one.
      func alias(_ module: String, _ other: String) -> SwiftSetting {
        .unsafeFlags(["-module-alias", "\\(module)=\\(other)"])
      }

      \(Self.targetList)
      \(app.targets.map { "  \(Self.line(of: $0))\n" }.joined())]

      \(Self.packageList)
        \(dependency.declaration),
      \(app.packages.sorted { $0.key < $1.key }.map { "  \($0.value),\n" }.joined())]

      let package = Package(
        name: "\(driver)",
        defaultLocalization: \(localization.debugDescription),
        platforms: [.macOS(.v15)],
        dependencies: packages,
        targets: standIns + app + [
          .executableTarget(
            name: "\(driver)",
            dependencies: app.map { .byName(name: $0.name) } + [
              product("Composable"), product("ComposableStandIns"), product("MachoKit"),
            ]),
          .testTarget(
            name: "\(tests)",
            dependencies: [
              "\(driver)", product("Composable"),
              // Wrong assertions of a TestStore fail tests only with it.
              product("ComposableTestSupport"), product("MachoTesting"),
            ]),
        ]
      )

      """
  }

  static func standInLine(_ name: String) -> String {
    let standIn = StandIns.all[name]
    let products = standIn.map { [$0.product] + $0.others } ?? []
    return "standIn(\"\(name)\", \(products)),"
  }

  static func line(of target: AppTargets.Target) -> String {
    let dependencies =
      (target.targets + target.standIns + target.aliasedModules.map(StandIns.alias)).map(
        \.debugDescription)
      + target.products.map { ".product(name: \"\($0.name)\", package: \"\($0.package)\")" }
    let settings =
      target.settings
      + target.aliasedModules.map {
        "alias(\($0.debugDescription), \(StandIns.alias($0).debugDescription))"
      }
    let excluded = target.omitted.map(\.file) + target.withoutViews
    let options =
      (excluded.isEmpty ? [] : ["exclude: \(excluded.map { link + "/" + $0 })"])
      + (target.resources.isEmpty
        ? [] : ["resources: [\(target.resources.joined(separator: ", "))]"])
      + (settings.isEmpty ? [] : ["[\(settings.joined(separator: ", "))]"])
      + (target.withoutViews.isEmpty ? [] : ["withoutViews: true"])
    let arguments = ["\"\(target.name)\"", "[\(dependencies.joined(separator: ", "))]"] + options
    return "target(\(arguments.joined(separator: ", "))),"
  }

  /// The beginning of a target's line.
  static func beginning(of target: AppTargets.Target) -> String { "  target(\"\(target.name)\"," }

  /// Whether a line is as `macho init` has written it, with any excluded files.
  static func isWritten(_ line: String, for target: AppTargets.Target) -> Bool {
    // Without what only a build shows: excluded files, files with views, modules without a stand-in, the
    // language mode.
    func comparable(_ line: String) -> String {
      line.replacing(/, exclude: \[.*?\]/, with: "").replacing(", withoutViews: true", with: "")
    }
    let combine = target.aliasedModules.filter { $0 == "Combine" }
    let modes: [AppTargets.LanguageModeChange?] = [nil, AppTargets.LanguageModeChange(errors: [])]
    return modes.contains { mode in
      [target.aliasedModules, combine].contains { modules in
        var written = target
        (written.mode5, written.aliasedModules) = (mode, modules)
        return comparable("  " + Self.line(of: written)) == comparable(line)
      }
    }
  }

  private static let driverText = """
    import Composable
    import ComposableStandIns
    import Foundation
    import MachoKit

    // 'macho init' adds features and endpoints that the app gets later. All other lines are yours: rename
    // features, and write the start states that you want to see.

    @main struct Driver: MachoApp {
    \(featureList)
      ]

      /// The endpoints that scripts can replace, for all features.
    \(stubList)
      ]
    }

    """
}
