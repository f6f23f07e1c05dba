import Foundation
import Testing

@testable import MachoKit

// Tests/Acceptance/Init/check proves that the written package builds and passes.
@Suite struct `The subcommand init` {
  private let files = [
    "Sources/hello-driver/Counter.swift", "Sources/hello-driver/Driver.swift",
    "Tests/hello-driver-tests/ScriptTests.swift", "scripts/counter.macho",
  ]
  private let surroundings = [".github/workflows/macho.yml", ".gitignore"]

  private func paths(_ sandbox: Sandbox) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sandbox.url.path).filter {
      $0.contains(".") && !$0.hasSuffix(".github") && !$0.hasSuffix("/workflows")
    }.sorted()
  }

  @Test func `writes a complete package if there is none`() throws {
    let sandbox = try Sandbox()
    let start = try sandbox.run(.macho, "init", "hello", "--macho-url", "https://a.b/macho.git")
    #expect(start.status == 0)
    #expect(start.errors == "")
    #expect(
      start.output.hasPrefix("wrote Package.swift\nwrote Sources/hello-driver/Driver.swift\n"))
    #expect(start.output.contains("\n  swift run hello-driver repl counter "))
    #expect(try paths(sandbox) == surroundings + ["Package.swift"] + files)
    let manifest = try sandbox.read("Package.swift")
    #expect(manifest.contains(".package(url: \"https://a.b/macho.git\", branch: \"main\")\n"))
    #expect(manifest.contains(".product(name: \"MachoKit\", package: \"macho\"),\n"))
    // The counter of another driver has other actions.
    let check = try sandbox.run(.macho, "check")
    #expect(check.status == 1)
    #expect(
      check.errors.contains("no-such-case: CounterFeature.Action has no case 'incrementTapped'"))
    #expect(!start.output.contains("directory of this machine"))
  }

  @Test func `asks for a package beside an Xcode project`() throws {
    let sandbox = try Sandbox([
      "Shop.xcodeproj/project.pbxproj": "", "Modules/Features/Package.swift": "",
      "Other/Package.swift": "",
    ])
    let start = try sandbox.run(.macho, "init", "--macho-url", "https://a.b/macho.git")
    #expect(start.status == 2)
    #expect(start.output == "")
    #expect(
      start.errors.contains(
        "run 'macho init' in a package with its features: Modules/Features, Other\n"))
    let named = try sandbox.run(.macho, "init", "hello", "--macho-url", "https://a.b/macho.git")
    #expect(named.status == 0)
  }

  @Test func `names the URL that is missing if the package depends on a directory`() throws {
    let sandbox = try Sandbox()
    let checkout = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let start = try sandbox.run(.macho, "init", "hello", "--macho-path", checkout)
    #expect(start.status == 0)
    #expect(
      try sandbox.read("Package.swift").contains(
        ".package(name: \"macho\", path: \"\(checkout)\")"))
    #expect(start.output.contains("\nThe package depends on a directory of this machine. "))
    #expect(
      start.output.contains(
        "\n    .package(url: \"https://github.com/OWNER/macho\", branch: \"main\")\n"))
  }

  @Test func `keeps an existing manifest and prints what to add`() throws {
    let sandbox = try Sandbox(["Package.swift": "// mine\n"])
    let start = try sandbox.run(.macho, "init", "hello", "--macho-url", "https://a.b/macho")
    #expect(start.status == 0)
    #expect(try sandbox.read("Package.swift") == "// mine\n")
    #expect(try paths(sandbox) == surroundings + ["Package.swift"] + files)
    #expect(
      start.output.contains(
        "\nPackage.swift exists and was not changed. Add to its dependencies:\n"))
    #expect(
      start.output.contains("\n    .package(url: \"https://a.b/macho\", branch: \"main\"),\n"))
    #expect(start.output.contains("\n      name: \"hello-driver\",\n"))
    #expect(start.output.contains("\n      name: \"hello-driver-tests\",\n"))
  }

  @Test func `writes nothing beside a manifest that cannot be read, unless a name is given`() throws
  {
    let sandbox = try Sandbox(["Package.swift": "// mine\n"])
    let start = try sandbox.run(.macho, "init", "--macho-url", "https://a.b/macho")
    #expect(start.status == 2)
    #expect(
      start.errors.hasSuffix(
        """
        so the package was not searched for features, and nothing was written
        for an example beside the manifest, give a name: macho init NAME

        """))
    #expect(try !paths(sandbox).contains { $0.hasPrefix("Sources") || $0.hasPrefix("scripts") })
  }

  @Test func `keeps an existing list of ignored files and prints the missing patterns`() throws {
    let sandbox = try Sandbox([".gitignore": "/.build\n"])
    let start = try sandbox.run(.macho, "init", "hello")
    #expect(start.status == 0)
    #expect(try sandbox.read(".gitignore") == "/.build\n")
    #expect(
      start.output.contains(
        """

        .gitignore exists and was not changed. Add to it:

            .swiftpm/
            *.macho.new


        """))
  }

  @Test(arguments: [
    (MachoDependency(path: "/home/me/macho"), "macho-driver"),
    (MachoDependency(path: "/home/me/fork"), "macho"),
    (MachoDependency(url: "https://a.b/Macho.git"), "macho-driver"),
    (MachoDependency(url: "https://a.b/fork"), "macho"),
  ])
  func `the driver of an app is in a directory that has not the dependency's name`(
    dependency: MachoDependency, directory: String
  ) {
    #expect(dependency.driverDirectory == directory)
  }

  @Test func `writes no workflow below the root of a repository`() throws {
    let sandbox = try Sandbox([
      ".git/HEAD": "", "app/.gitignore": ".build/\n.swiftpm\n*.macho.new\n",
    ])
    let app = sandbox.url.appendingPathComponent("app").path
    let directory = ProjectDirectory(app)
    #expect(directory.outerRepository.map { URL(fileURLWithPath: $0).lastPathComponent } == "work")
    let package = PackageTemplate(
      name: ScaffoldName(directory: "hello"), dependency: MachoDependency(url: "https://a.b/macho"))
    #expect(
      package.files(missingIn: directory).map(\.path) == ["Package.swift"]
        + package.files.map(\.path))
    #expect(package.notes(for: directory).map { $0.prefix(27) } == ["No CI workflow was written:"])
    #expect(ProjectDirectory(sandbox.url.path).outerRepository == nil)
  }

  @Test func `writes nothing if a file exists`() throws {
    let sandbox = try Sandbox(["scripts/counter.macho": "# mine\n"])
    let start = try sandbox.run(.macho, "init", "hello")
    #expect(start.status == 2)
    #expect(start.output == "")
    #expect(
      start.errors
        == "file-exists: scripts/counter.macho already exists; nothing was written\n")
    #expect(try paths(sandbox) == ["scripts/counter.macho"])
    #expect(try sandbox.read("scripts/counter.macho") == "# mine\n")
  }

  @Test func `removes partial files if writing fails`() throws {
    // A file in place of a directory.
    let sandbox = try Sandbox(["scripts": "no directory"])
    let start = try sandbox.run(.macho, "init", "hello")
    #expect(start.status == 2)
    #expect(start.errors.hasPrefix("not-written: "))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: sandbox.url.path) == ["scripts"])
  }

  @Test(arguments: [
    (
      ["init", "a/b"], "invalid package name 'a/b': it names a directory and a type, and is no path"
    ),
    (["init", "1st"], "invalid package name '1st': it begins with '1'"),
    (["init", ""], "invalid package name '': it is empty"),
    (["init", "連絡　帳"], "'　' is not a letter, a digit, '-' or '_'"),
    (["init", "--feature", ""], "invalid feature name '': it is empty"),
    (["init", "--feature", "Feature"], "invalid feature name '': it is empty"),
    (
      ["init", "--feature", "../Contacts"],
      "invalid feature name '../Contacts': '.' is not a letter"
    ),
    (["init", "--feature", "a/b"], "invalid feature name 'a/b': it names a directory and a type"),
    (["init", "--feature", "2nd"], "invalid feature name '2nd': it begins with '2'"),
    (["init", "--macho-path", "nowhere"], "no checkout of macho at 'nowhere'"),
    (["init", "--macho-path", ".", "--macho-url", "x"], "exclude each other"),
    (["init", "--macho-url", "../macho"], "'../macho' is not a URL"),
  ])
  func `rejects invalid arguments`(arguments: [String], message: String) throws {
    let sandbox = try Sandbox()
    let start = try sandbox.run(.macho, arguments, input: .text(""))
    #expect(start.status == 2)
    #expect(start.errors.contains(message))
    #expect(try paths(sandbox) == [])
  }
}

@Suite struct `The subcommand init with a feature` {
  private static let manifest = """
    let package = Package(name: "hello", targets: [.executableTarget(name: "hello-driver")])
    """
  private static let driver = """
    import MachoKit

    @main struct Driver: MachoApp {
      let features = [
        Feature("counter", start: Counter.State()) { Counter() }
      ]
    }

    """
  private static let driverPath = "Sources/hello-driver/Driver.swift"

  private func package(_ files: [String: String] = [:]) throws -> Sandbox {
    try Sandbox(
      ["Package.swift": Self.manifest, Self.driverPath: Self.driver].merging(files) { $1 })
  }

  @Test func `writes a package with it instead of the example`() throws {
    let sandbox = try Sandbox()
    let start = try sandbox.run(
      .macho, "init", "hello", "--feature", "ContactList", "--macho-url", "https://a.b/macho")
    #expect(start.status == 0, "\(start.errors)")
    let sources = "Sources/hello-driver"
    #expect(
      start.output.hasPrefix(
        """
        wrote Package.swift
        wrote \(sources)/Driver.swift
        wrote \(sources)/AppControllers/ContactList/ContactListFeature.swift
        wrote scripts/contact-list.macho
        wrote Tests/hello-driver-tests/ScriptTests.swift
        wrote Tests/hello-driver-tests/ContactListFeatureTests.swift

        """))
    #expect(
      try sandbox.read("\(sources)/Driver.swift").contains(
        #"Feature("contact-list", start: ContactListFeature.State()) { ContactListFeature() }"#))
    #expect(start.output.contains("\n  swift run hello-driver repl contact-list "))
    // Another driver has no feature of that name, and reports nothing else.
    let check = try sandbox.run(.macho, "check")
    #expect(check.status == 1)
    #expect(check.errors.contains("no-such-feature: no feature 'contact-list' is registered"))
    #expect(check.errors.hasPrefix("scripts/contact-list.macho:3:9\n"))
  }

  @Test func `names the package and the types in the user's script, and the target in ASCII`()
    throws
  {
    let sandbox = try Sandbox()
    let start = try sandbox.run(
      .macho, "init", "連絡帳", "--feature", "連絡先", "--macho-url", "https://a.b/macho")
    #expect(start.status == 0, "\(start.errors)")
    let feature = "Sources/app-driver/AppControllers/連絡先/連絡先Feature.swift"
    #expect(try sandbox.read(feature).contains("struct 連絡先Feature: Reducer {"))
    #expect(try sandbox.read("scripts/連絡先.macho").contains("feature 連絡先\n"))
    let manifest = try sandbox.read("Package.swift")
    #expect(manifest.contains("  name: \"連絡帳\",\n"))
    #expect(
      manifest.contains(
        "  products: [.executable(name: \"連絡帳-driver\", targets: [\"app-driver\"])],\n"))
    #expect(start.output.contains("\n  swift run 連絡帳-driver repl 連絡先 "))
    #expect(
      try sandbox.read("Tests/app-driver-tests/連絡先FeatureTests.swift")
        .contains("@testable import app_driver\n"))
  }

  @Test func `adds its files to a package that has a driver, and lists it there`() throws {
    let sandbox = try package(["Tests/hello-driver-tests/ScriptTests.swift": "// mine\n"])
    let start = try sandbox.run(.macho, "init", "--feature", "contacts")
    #expect(start.status == 0, "\(start.errors)")
    #expect(
      start.output.hasPrefix(
        """
        wrote Sources/hello-driver/AppControllers/Contacts/ContactsFeature.swift
        wrote scripts/contacts.macho
        wrote Tests/hello-driver-tests/ContactsFeatureTests.swift
        changed Sources/hello-driver/Driver.swift: added to its features

        """))
    #expect(try sandbox.read("Package.swift") == Self.manifest)
    #expect(
      try sandbox.read(Self.driverPath)
        == Self.driver.replacing(
          "let features = [\n",
          with: """
            let features = [
                Feature("contacts", start: ContactsFeature.State()) { ContactsFeature() },

            """))
  }

  @Test func `prints the line to add if the driver has another form, and changes nothing there`()
    throws
  {
    let other = Self.driver.replacing("let features = [", with: "let features = more + [")
    let sandbox = try package([Self.driverPath: other])
    let start = try sandbox.run(.macho, "init", "--feature", "Contacts")
    #expect(start.status == 0)
    #expect(try sandbox.read(Self.driverPath) == other)
    #expect(
      start.output.contains(
        """

        Sources/hello-driver/Driver.swift was not changed. Add to its features:

            Feature("contacts", start: ContactsFeature.State()) { ContactsFeature() },

        """))
    #expect(
      start.output.contains(
        "\nNo test was written, because Tests/hello-driver-tests does not exist.\n"))
  }

  @Test func `writes nothing if the feature or one of its files exists`() throws {
    let file = "Sources/hello-driver/Screens/ContactsFeature.swift"
    for (files, feature, message) in [
      ([:], "Counter", "already registers the feature 'counter'"),
      ([file: "// mine\n"], "Contacts", "file-exists: \(file) already exists"),
      (["scripts/contacts.macho": "# mine\n"], "Contacts", "scripts/contacts.macho already exists"),
    ] {
      let sandbox = try package(files)
      let start = try sandbox.run(.macho, "init", "--feature", feature)
      #expect(start.status == 2)
      #expect(start.errors.contains(message), "\(start.errors)")
      #expect(start.errors.hasSuffix("nothing was written\n"))
      #expect(start.output == "")
      #expect(try sandbox.read(Self.driverPath) == Self.driver)
    }
  }

  @Test func `requires the name of one of several drivers`() throws {
    let other = "Sources/other-driver/Main.swift"
    let sandbox = try package([other: Self.driver])
    let start = try sandbox.run(.macho, "init", "--feature", "Contacts")
    #expect(start.status == 2)
    #expect(
      start.errors
        == "the package has several drivers; name one of them before --feature: hello-driver, other-driver\n"
    )
    #expect(try sandbox.run(.macho, "init", "other", "--feature", "Contacts").status == 0)
    #expect(try sandbox.read(other).contains("ContactsFeature()"))
    #expect(try sandbox.read(Self.driverPath) == Self.driver)
  }

  @Test(arguments: [
    ("Contacts", "ContactsFeature", "contacts"), ("contacts", "ContactsFeature", "contacts"),
    ("ContactsFeature", "ContactsFeature", "contacts"),
    ("contact-list", "ContactListFeature", "contact-list"),
    ("contact_list", "ContactListFeature", "contact-list"),
    ("class", "ClassFeature", "class"), ("URLList", "URLListFeature", "urllist"),
    ("連絡帳", "連絡帳Feature", "連絡帳"), ("か\u{3099}", "がFeature", "が"),
  ])
  func `has a type, and a name in lower case`(name: String, type: String, command: String) throws {
    let feature = try FeatureTemplate(name)
    #expect(feature.type == type)
    #expect(feature.command == command)
  }
}

@Suite struct `The URL of a repository` {
  @Test(arguments: [
    ("https://a.b/macho.git", "https://a.b/macho.git"),
    ("https://me:secret@a.b/macho", "https://a.b/macho"),
    ("https://token@a.b:80/x@y", "https://a.b:80/x@y"),
    ("ssh://git:secret@a.b/macho", "ssh://git@a.b/macho"),
    ("git@a.b:me/macho.git", "git@a.b:me/macho.git"),
    ("/srv/macho", nil), ("../macho", nil), ("./a:b", nil), ("file:///srv/macho", nil),
  ])
  func `is shared without a password, and never a path`(remote: String, url: String?) {
    #expect(RepositoryURL.shareable(remote) == url)
  }

  @Test func `is the remote of the checkout or of the copy that it was cloned from`() throws {
    let sandbox = try Sandbox([
      "cache/config": config(remote: "https://me:secret@a.b/macho"),
      "cache/HEAD": "ref: refs/heads/main\n",
      "cache/objects/x": "", "cache/refs/x": "",
      "checkout/.git/config": config(remote: "../cache"),
      "checkout/.git/HEAD": "ref: refs/heads/main\n", "checkout/.git/objects/x": "",
      "checkout/.git/refs/x": "", "checkout/vendor/macho/Package.swift": "",
    ])
    let checkout = sandbox.url.appendingPathComponent("checkout").path
    #expect(RepositoryURL.origin(of: checkout) == "https://a.b/macho")
    #expect(RepositoryURL.origin(of: checkout + "/vendor/macho") == nil)
    #expect(RepositoryURL.origin(of: sandbox.url.path) == nil)
  }

  private func config(remote: String) -> String {
    "[core]\n\trepositoryformatversion = 0\n[remote \"origin\"]\n\turl = \(remote)\n"
  }
}
