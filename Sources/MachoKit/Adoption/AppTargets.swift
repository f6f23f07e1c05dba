import Foundation

/// The targets of an app that a driver needs, each after those that it depends on.
struct AppTargets {
  /// A file that is not compiled.
  struct Omission {
    let file: String
    /// Whether the file has an error that its author can correct.
    var hasError = false
  }

  /// A target of the app, as the driver's manifest has it.
  struct Target {
    let name: String
    let module: String
    /// The absolute path of the sources.
    let directory: String
    /// The files, relative to the directory.
    let sources: [String]
    /// The files that are not compiled, relative to the directory, with the reason.
    var omitted: [Omission]
    /// The files that are compiled without the views that they declare.
    var withoutViews: [String] = []
    /// The modules that do not exist here and that each file imports.
    let missing: [String: [String]]
    /// The missing modules that have stand-ins.
    var aliasedModules: [String]
    /// The names of other targets of the app.
    let targets: [String]
    /// The stand-ins and the products of packages.
    let standIns: [String]
    let products: [(name: String, package: String)]
    /// The settings of the app and the resources, as a manifest writes them.
    let appSettings: [String]
    let resources: [String]
    /// Why the target is compiled in the Swift 5 language mode, although the app compiles it in another one.
    /// Default: `nil` (it is compiled as the app compiles it).
    var mode5: LanguageModeChange?
    /// The files that do not compile in the Swift 5 mode either.
    var incompatible: Set<String> = []

    /// The files that are compiled.
    var compiled: [String] {
      sources.filter { file in !omitted.contains { $0.file == file } }
    }
  }

  /// A target, before its files are read.
  private struct Needed {
    let target: SourcePackage.Target
    let package: SourcePackage
    /// The names of other targets of the app.
    let inner: [String]
    /// The products of other packages.
    let products: [String]
  }

  var targets: [Target] = []
  /// The declarations of the other packages that the targets need, by identity.
  private(set) var packages: [String: String] = [:]
  private var needed: [Needed] = []

  /// The stand-ins of all targets, sorted.
  var standIns: [String] {
    Set(targets.flatMap { $0.standIns + $0.aliasedModules.map(StandIns.alias) }).sorted()
  }

  /// Whether any target uses a library that has a stand-in.
  static func isApp(_ packages: [SourcePackage]) -> Bool {
    let products = packages.flatMap(\.targets).filter { $0.type != "test" }
      .flatMap { $0.productDependencies ?? [] }
    return products.contains { StandIns.all[$0] != nil }
  }

  /// Selects the targets. Their files are not read yet.
  init(_ packages: [SourcePackage]) {
    // Upstream's own packages, if an app depends on their directories.
    let packages = packages.filter { package in
      !package.products.contains { StandIns.all[$0.name] != nil }
    }
    var owners: [String: (package: SourcePackage, target: SourcePackage.Target)] = [:]
    var products: [String: [String]] = [:]
    for package in packages {
      for target in package.targets where ["library", "executable"].contains(target.type) {
        owners[target.name] = owners[target.name] ?? (package, target)
      }
      for product in package.products { products[product.name] = product.targets }
    }
    // Targets that may have reducers are needed, and all that they depend on.
    var visited: Set<String> = []
    func visit(_ name: String) {
      guard let (package, target) = owners[name], visited.insert(name).inserted else { return }
      let productNames = target.productDependencies ?? []
      let inner = (target.targetDependencies ?? []) + productNames.flatMap { products[$0] ?? [] }
      inner.forEach(visit)
      let others = productNames.filter { products[$0] == nil }
      needed.append(
        Needed(
          target: target, package: package,
          inner: Set(inner.filter { owners[$0] != nil }).sorted(), products: others))
    }
    let all = packages.flatMap(\.targets)
    let roots = all.filter { $0.productDependencies?.contains("ComposableArchitecture") ?? false }
    let others = all.filter {
      $0.productDependencies?.contains { StandIns.all[$0] != nil } ?? false
    }
    for target in roots.isEmpty ? others : roots { visit(target.name) }
    for target in needed { addPackages(of: target) }
  }

  private mutating func addPackages(of needed: Needed) {
    for product in needed.products where StandIns.all[product] == nil {
      if let identity = StandIns.shared[product] {
        packages[identity] = StandIns.sharedPackages[identity]
      } else if let dependency = Self.owner(of: product, in: needed.package),
        let declaration = Self.declaration(of: dependency)
      {
        packages[dependency.identity] = declaration
      }
    }
  }

  /// Reads the files, without packages that cannot be had: their modules have empty stand-ins.
  mutating func readFiles(without missing: Set<String>) {
    for identity in missing { packages[identity] = nil }
    for target in needed { add(target.target, of: target.package, target.inner, target.products) }
  }

  private mutating func add(
    _ target: SourcePackage.Target, of package: SourcePackage, _ inner: [String],
    _ products: [String]
  ) {
    let directory = URL(fileURLWithPath: package.path).appendingPathComponent(target.path).path
    var standIns = Set(products.filter { StandIns.all[$0] != nil })
    var found: [(name: String, package: String)] = []
    for product in products where StandIns.all[product] == nil {
      let identity = StandIns.shared[product] ?? Self.owner(of: product, in: package)?.identity
      if let identity, packages[identity] != nil { found.append((product, identity)) }
    }
    let imports = target.sources.map { file in
      (file, SourceImports.modules(of: directory + "/" + file) ?? [])
    }
    let all = Set(imports.flatMap(\.1))
    // A target may import what only another target of its package depends on, or what upstream exports.
    for module in all.sorted() where !found.contains(where: { $0.name == module }) {
      guard let identity = StandIns.shared[module] else { continue }
      packages[identity] = StandIns.sharedPackages[identity]
      found.append((module, identity))
    }
    let known = Set(package.targets.flatMap { $0.productDependencies ?? [] })
      .filter { product in
        guard let owner = Self.owner(of: product, in: package) else { return true }
        return packages[owner.identity] != nil
      }
      .union(StandIns.all.keys).union(StandIns.shared.keys).union(needed.map(\.target.c99name))
    let missing = all.subtracting(known).subtracting(
      SourceImports.available(all.subtracting(known)))
    var missingModules: [String: [String]] = [:]
    for (file, modules) in imports {
      standIns.formUnion(modules.filter { StandIns.all[$0] != nil })
      missingModules[file] = modules.filter(missing.contains)
    }
    targets.append(
      Target(
        name: target.name, module: target.c99name, directory: directory, sources: target.sources,
        omitted: [],
        withoutViews: target.sources.filter { file in
          !StandIns.views.isDisjoint(with: missingModules[file] ?? [])
        },
        missing: missingModules, aliasedModules: missing.sorted(), targets: inner,
        standIns: standIns.sorted(), products: found,
        appSettings: Self.settings(of: target, package),
        resources: Self.resources(of: target, below: directory)))
  }

  private static func settings(
    of target: SourcePackage.Target, _ package: SourcePackage
  ) -> [String] {
    let settings = package.manifest?.settings(of: target.name) ?? []
    let major = Int(package.toolsVersion.prefix { $0.isNumber }) ?? 6
    let isOld = major < 6 && !settings.contains { $0.hasPrefix(".swiftLanguageMode") }
    return settings + (isOld ? [".swiftLanguageMode(.v5)"] : [])
  }

  private static func resources(
    of target: SourcePackage.Target, below directory: String
  ) -> [String] {
    (target.resources ?? []).compactMap { resource in
      guard let rule = resource.rule.keys.first, ["process", "copy"].contains(rule),
        resource.path.hasPrefix(directory + "/")
      else { return nil }
      let path = DriverSources.link + "/" + resource.path.dropFirst(directory.count + 1)
      return ".\(rule)(\(path.debugDescription))"
    }
  }

  /// The dependency that has a product. A manifest need not name the package if both names are equal.
  private static func owner(
    of product: String, in package: SourcePackage
  ) -> SourcePackage.Dependency? {
    let name = (package.manifest?.package(of: product) ?? product).lowercased()
    return package.dependencies.first { $0.url != nil && $0.identity.lowercased() == name }
  }

  private static func declaration(of dependency: SourcePackage.Dependency) -> String? {
    guard let url = dependency.url, let requirement = dependency.requirement else { return nil }
    let version: String
    if let range = requirement.range?.first {
      version = "\"\(range.lowerBound)\"..<\"\(range.upperBound)\""
    } else if let exact = requirement.exact?.first {
      version = "exact: \"\(exact)\""
    } else if let branch = requirement.branch?.first {
      version = "branch: \"\(branch)\""
    } else if let revision = requirement.revision?.first {
      version = "revision: \"\(revision)\""
    } else {
      return nil
    }
    return ".package(url: \"\(url)\", \(version))"
  }
}
