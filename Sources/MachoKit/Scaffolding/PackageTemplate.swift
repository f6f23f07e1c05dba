/// The files that `macho init` writes: a driver with one small feature, a passing script, a test
/// target, a CI workflow and the manifest.
struct PackageTemplate {
  /// The user's name for the package.
  let name: ScaffoldName
  let dependency: MachoDependency
  /// The feature to write. Default: `nil` (the example of a counter).
  var feature: FeatureTemplate?

  /// The name of the executable.
  var product: String { Self.driverName(name.text) }

  /// The name of the target.
  ///
  /// On Linux, the linker gets the name of an executable's module in a symbol, and accepts only ASCII
  /// there. The executable itself keeps the package's name.
  var driver: String { name.isASCII ? product : "app-driver" }

  /// The name of the test target.
  var tests: String { driver + "-tests" }

  /// Returns the name of the driver of a package.
  static func driverName(_ name: String) -> String {
    name.hasSuffix("-driver") ? name : name + "-driver"
  }

  /// Returns the name of a target's module.
  static func moduleName(of target: String) -> String { target.replacing("-", with: "_") }

  /// The driver's files, the script and its tests, by path.
  var files: [(path: String, text: String)] {
    let driver = [("Sources/\(driver)/Driver.swift", driverText)]
    let example = [
      ("Sources/\(self.driver)/Counter.swift", Self.featureText),
      ("scripts/counter.macho", Self.scriptText),
    ]
    return driver + (feature?.files(in: self.driver) ?? example)
      + [("Tests/\(tests)/ScriptTests.swift", Self.testText(of: self.driver))]
      + (feature.map { [$0.test(in: tests, of: self.driver)] } ?? [])
  }

  /// The manifest of a new package.
  var manifest: String {
    """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "\(name.text)",
      platforms: [.macOS(.v15)],\(products.map { "\n  products: [\($0)]," } ?? "")
      dependencies: [
        \(dependency.declaration)
      ],
      targets: [
    \(targets)
      ]
    )

    """
  }

  /// The element of the manifest's `products`, if the executable is not named after its target.
  private var products: String? {
    driver == product ? nil : ".executable(name: \"\(product)\", targets: [\"\(driver)\"])"
  }

  /// The elements of the manifest's `targets`, with a comma after each.
  private var targets: String {
    """
    .executableTarget(
      name: "\(driver)",
      dependencies: [
        .product(name: "Composable", package: "\(dependency.package)"),
        .product(name: "MachoKit", package: "\(dependency.package)"),
      ]),
    .testTarget(
      name: "\(tests)",
      dependencies: [
        "\(driver)",
        .product(name: "Composable", package: "\(dependency.package)"),
        // Wrong assertions of a TestStore fail tests only with it.
        .product(name: "ComposableTestSupport", package: "\(dependency.package)"),
        .product(name: "MachoTesting", package: "\(dependency.package)"),
      ]),
    """.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
  }

  /// Instructions for adding the driver to an existing manifest.
  var manifestInstructions: String {
    """
    Package.swift exists and was not changed. Add to its dependencies:

        \(dependency.declaration),
    \(products.map { "\nto its products:\n\n    \($0),\n" } ?? "")
    to its targets:

    \(targets)

    To build on macOS, add platforms: [.macOS(.v15)] or later.
    """
  }

  private var driverText: String {
    let example =
      "Feature(\"counter\", \"An example: a counter.\", start: Counter.State()) { Counter() }"
    return """
      import MachoKit

      @main struct Driver: MachoApp {
        // Your own features go here. If they are in another module, add it to the target's
        // dependencies in Package.swift and import it above.
        let features = [
          \(feature?.registration ?? example)
        ]
      }

      """
  }

  private static let featureText = """
    import Composable

    /// An example. Remove it once you have features of your own.
    struct Counter: Reducer {
      struct State: Equatable {
        var count = 0
        var isDoubling = false
      }

      enum Action {
        case incrementTapped
        case doubleTapped
        case doubled
      }

      @Dependency(\\.continuousClock) var clock

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .incrementTapped:
            state.count += 1
            return .none

          case .doubleTapped:
            state.isDoubling = true
            return .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.doubled)
            }

          case .doubled:
            state.count *= 2
            state.isDoubling = false
            return .none
          }
        }
      }
    }

    """

  private static let scriptText = """
    #!macho 1
    # Commands as typed at a prompt, each followed by its expected output ('|' lines).
    # 'test --update' writes that output; 'help' at a prompt lists the verbs.
    feature counter

    ## counting
    send incrementTapped
    |   Counter.State(
    | -   count: 0,
    | +   count: 1,
    |     isDoubling: false
    |   )

    ## an effect that takes a second
    send doubleTapped
    |   Counter.State(
    |     count: 1,
    | -   isDoubling: false
    | +   isDoubling: true
    |   )
    advance 1s
    receive doubled
    |   Counter.State(
    | -   count: 1,
    | +   count: 2,
    | -   isDoubling: true
    | +   isDoubling: false
    |   )
    expect count == 2

    """
}
