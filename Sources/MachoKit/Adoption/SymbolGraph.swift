import Foundation

/// The declarations of a module, as the compiler writes them with `-emit-symbol-graph`.
struct SymbolGraph: Decodable {
  struct Fragment: Decodable {
    let kind: String
    let spelling: String
    let preciseIdentifier: String?
  }

  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Generics: Decodable {}

    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let accessLevel: String
    let declarationFragments: [Fragment]?
    let swiftGenerics: Generics?

    var id: String { identifier.precise }
    /// The name with those of the types around it: `Orders.State`.
    var path: String { pathComponents.joined(separator: ".") }
    var isType: Bool {
      ["swift.struct", "swift.class", "swift.enum", "swift.actor"].contains(kind.identifier)
    }
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
  }

  struct Module: Decodable { let name: String }

  let module: Module
  let symbols: [Symbol]
  let relationships: [Relationship]
}

/// The declarations of all modules of an app.
struct AppSymbols {
  typealias Symbol = SymbolGraph.Symbol

  private(set) var all: [Symbol] = []
  private var byID: [String: Int] = [:]
  private var modules: [String: String] = [:]
  private var conformances: [String: Set<String>] = [:]
  private var membersByPath: [String: [Int]] = [:]

  /// Reads the files of a directory that the compiler wrote for these modules.
  init(directory: String, modules names: [String]) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    for file in files where file.hasSuffix(".symbols.json") {
      let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + file))
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
      guard names.contains(graph.module.name) else { continue }
      for symbol in graph.symbols where byID[symbol.id] == nil {
        let index = all.count
        all.append(symbol)
        byID[symbol.id] = index
        modules[symbol.id] = graph.module.name
        let owner = symbol.pathComponents.dropLast().joined(separator: ".")
        membersByPath["\(graph.module.name) \(owner)", default: []].append(index)
      }
      for relation in graph.relationships where relation.kind == "conformsTo" {
        conformances[relation.source, default: []].insert(relation.target)
      }
    }
  }

  subscript(id: String) -> Symbol? { byID[id].map { all[$0] } }

  func module(of symbol: Symbol) -> String { modules[symbol.id] ?? "" }

  func conforms(_ symbol: Symbol, to protocolID: String) -> Bool {
    conformances[symbol.id]?.contains(protocolID) ?? false
  }

  /// The declarations inside of a type, also those of its extensions in its module.
  func members(of symbol: Symbol) -> [Symbol] {
    (membersByPath["\(module(of: symbol)) \(symbol.path)"] ?? []).map { all[$0] }
  }

  /// The member type of a name.
  func type(_ name: String, in symbol: Symbol) -> Symbol? {
    members(of: symbol).first {
      $0.pathComponents.last == name && $0.kind.identifier != "swift.init"
    }
  }
}
