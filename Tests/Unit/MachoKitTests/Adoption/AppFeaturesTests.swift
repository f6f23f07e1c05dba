import Foundation
import Testing

@testable import MachoKit

@Suite("AppFeatures") struct AppFeaturesTests {
  /// A symbol graph of one module, written to a directory as the compiler does.
  struct Graph {
    var symbols: [[String: Any]] = []
    var relationships: [[String: Any]] = []

    /// Adds a declaration. A word of `text` that ends with `:ID` is the name of a type with that identity.
    mutating func add(
      _ kind: String, _ path: String, _ text: String, access: String = "public",
      isGeneric: Bool = false
    ) {
      var symbol: [String: Any] = [
        "kind": ["identifier": "swift." + kind], "identifier": ["precise": path],
        "pathComponents": path.split(separator: ".").map(String.init), "accessLevel": access,
        "declarationFragments": Self.fragments(text),
      ]
      if isGeneric { symbol["swiftGenerics"] = [String: Any]() }
      symbols.append(symbol)
    }

    mutating func addReducer(_ name: String, kind: String = "struct", isGeneric: Bool = false) {
      add(kind, name, "struct \(name)", isGeneric: isGeneric)
      relationships.append([
        "kind": "conformsTo", "source": name, "target": "s:10Composable7ReducerP",
      ])
      if kind == "struct" { add("init", name + ".init()", "init()") }
    }

    /// Splits a declaration: capitalized words are types, words before a colon in parentheses are labels.
    private static func fragments(_ text: String) -> [[String: Any]] {
      text.matches(of: /@\w+|[A-Za-z_]\w*|[^@A-Za-z_]+/).map { match in
        let word = String(text[match.range])
        let rest = text[match.range.upperBound...]
        let isInside = text[..<match.range.lowerBound].contains("(")
        let kind =
          switch word {
          case "var", "let", "get", "set", "init", "case", "async", "throws", "any", "static":
            "keyword"
          case _ where word.hasPrefix("@"): "attribute"
          case _ where !word.first!.isLetter && word != "_": "text"
          case _ where isInside && (rest.hasPrefix(":") || word == "_"): "externalParam"
          case _ where word.first!.isUppercase: "typeIdentifier"
          default: "identifier"
          }
        var fragment: [String: Any] = ["kind": kind, "spelling": word]
        if kind == "typeIdentifier" { fragment["preciseIdentifier"] = word }
        return fragment
      }
    }

    func features() throws -> AppFeatures {
      let directory = NSTemporaryDirectory() + "macho-graph-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: directory) }
      let graph: [String: Any] = [
        "module": ["name": "App"], "symbols": symbols, "relationships": relationships,
      ]
      try JSONSerialization.data(withJSONObject: graph).write(
        to: URL(fileURLWithPath: directory + "/App.symbols.json"))
      return AppFeatures(try AppSymbols(directory: directory, modules: ["App"]))
    }
  }

  @Test("a start state is made of simple values") func startStates() throws {
    var graph = Graph()
    graph.addReducer("DetailFeature")
    graph.add("struct", "DetailFeature.State", "struct State")
    graph.add(
      "init", "DetailFeature.State.init(order:names:date:note:)",
      "init(order: Order, names: [String], date: Date, note: String?, limit: Int = 3)")
    graph.add("struct", "Order", "struct Order")
    graph.add("init", "Order.init(_:)", "init(_ id: Int)")
    graph.add("init", "Order.init(copy:)", "init(copy: Order, id: Int)")
    let found = try graph.features()
    #expect(
      found.features.map(\.text) == [
        #"Feature("detail", start: DetailFeature.State(order: Order(0), names: [], "#
          + #"date: Date(timeIntervalSince1970: 0), note: nil), stubs: Self.stubs) { DetailFeature() },"#
      ])
    #expect(found.omissions.isEmpty)
    #expect(found.testableModules.isEmpty)
  }

  @Test("what cannot be registered is named with its reason") func omissions() throws {
    var graph = Graph()
    graph.addReducer("Picker", isGeneric: true)
    graph.addReducer("Editor")
    graph.add("struct", "Editor.State", "struct State")
    graph.add("init", "Editor.State.init(isValid:)", "init(isValid: (Int) -> Bool)")
    graph.addReducer("Player")
    graph.add("struct", "Player.State", "struct State")
    graph.add("init", "Player.State.init(item:)", "init(item: AVItem)")
    graph.addReducer("Root.Destination", kind: "enum")
    let found = try graph.features()
    #expect(found.features.isEmpty)
    #expect(
      found.omissions.map { "\($0.name): \($0.reason)" } == [
        "Picker: it is generic; register it with the types that your app uses",
        "Editor: Editor.State.init(isValid:): it needs a function",
        "Player: Player.State.init(item:): macho knows no value of 'AVItem'",
        "Root.Destination: it combines the screens that its parent presents",
      ])
  }

  @Test("an enum of reducers starts with the first screen that can be made") func enums() throws {
    var graph = Graph()
    graph.addReducer("App", kind: "enum")
    graph.add("enum.case", "App.launch", "case launch")
    graph.add("enum.case", "App.home(_:)", "case home(Home)")
    graph.addReducer("Home")
    graph.add("struct", "Home.State", "struct State", access: "internal")
    graph.add("init", "Home.State.init()", "init()", access: "internal")
    let found = try graph.features()
    #expect(
      found.features.first?.text
        == #"Feature("app", start: App.State.home(Home.State()), stubs: Self.stubs) { Reduce(App.body) },"#
    )
    #expect(found.testableModules == ["App"])
  }

  @Test("reducers whose short names are equal have long names") func names() throws {
    var graph = Graph()
    for name in ["ListFeature", "ListReducer"] {
      graph.addReducer(name)
      graph.add("struct", name + ".State", "struct State")
      graph.add("init", name + ".State.init()", "init()")
    }
    let names = try graph.features().features.map { $0.text.prefix { $0 != "," } }
    #expect(names == [#"Feature("list-feature""#, #"Feature("list-reducer""#])
  }

  @Test(
    "an endpoint has the form of stub that its type needs",
    arguments: [
      ("@Sendable () async throws -> Int", #"Stub("api.call", \.api.call),"#),
      ("@Sendable (Int) -> Int", #"Stub("api.call", placeholder: 0, \.api.call),"#),
      ("@Sendable (Int) async -> Void", #"Stub("api.call", \.api.call),"#),
      ("@Sendable () -> AsyncStream<Int>", #"Stub("api.call", \.api.call),"#),
      ("() async throws -> Int", #"Stub("api.call") { $0.api.call = $1 },"#),
      ("() throws -> Int", #"Stub(synchronousThrowing: "api.call") { $0.api.call = $1 },"#),
      ("() -> Bool", #"Stub(synchronous: "api.call", placeholder: false) { $0.api.call = $1 },"#),
      ("() -> AsyncStream<Int>", #"Stub(stream: "api.call") { $0.api.call = $1 },"#),
      (
        "@Sendable (Int, [Int: Int], (Int, Int), Int) async -> Int",
        #"Stub(nonthrowing: "api.call", placeholder: 0) { $0.api.call = $1 },"#
      ),
      ("@Sendable (Int) throws(Failure) -> Int", "api.call: it throws a type of its own"),
      ("@Sendable (@escaping (Int) -> Void) -> Void", "api.call: an argument is a function"),
      ("@Sendable (Int) -> AnyPublisher<Int, Never>", "api.call: it returns a publisher"),
      ("@Sendable () -> Player", "api.call: macho knows no value of 'Player'"),
    ])
  func endpoints(type: String, expected: String) throws {
    var graph = Graph()
    graph.add("struct", "API", "struct API")
    graph.add("property", "API.call", "var call: \(type) { get set }")
    graph.add("property", "DependencyValues.api", "var api: API { get set }")
    let found = try graph.features()
    #expect(
      found.stubs.map(\.text) + found.omissions.map { "\($0.name): \($0.reason)" } == [expected])
  }

  @Test("an endpoint that is a constant cannot be replaced") func constants() throws {
    var graph = Graph()
    graph.add("struct", "API", "struct API")
    graph.add("property", "API.call", "let call: @Sendable () async throws -> Int")
    graph.add("property", "DependencyValues.api", "var api: API { get set }")
    let found = try graph.features()
    #expect(found.stubs.isEmpty)
    #expect(found.omissions.map(\.name) == ["api.call"])
  }
}

@Suite("ListFile") struct ListFileTests {
  private func file(_ text: String) throws -> ListFile {
    let path = NSTemporaryDirectory() + "macho-list-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try ListFile(path)
  }

  @Test("a line is added once, at the end of its list") func adding() throws {
    var file = try file("let a: [Int] = [\n  1,\n]\nlet b: [Int] = [\n]\n")
    let added = (0..<2).map { _ in file.add("2,", to: "let a: [Int] = [", unless: "2,") }
    let addedToMissing = file.add("3,", to: "let c: [Int] = [", unless: "3,")
    #expect(added == [true, true])
    #expect(!addedToMissing)
    #expect(file.text == "let a: [Int] = [\n  1,\n  2,\n]\nlet b: [Int] = [\n]\n")
  }

  @Test("an import becomes testable, and others stay") func imports() throws {
    var file = try file("import A\nimport B\n\nlet x = 1\n")
    file.addImport("B", isTestable: true)
    file.addImport("A", isTestable: false)
    file.addImport("C", isTestable: false)
    #expect(file.text == "import A\n@testable import B\nimport C\n\nlet x = 1\n")
  }

  @Test("a line that does not compile becomes a comment with its reason") func comments() throws {
    var file = try file("a\n    b,\n")
    file.comment(["b,": "no such type"])
    #expect(file.text == "a\n    // no such type: b,\n")
    #expect(file.trimmedLines == ["a", "// no such type: b,", ""])
  }
}
