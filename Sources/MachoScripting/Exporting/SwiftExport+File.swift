import MachoSessions
import MachoValues

extension SwiftExport {
  /// What stands above the test.
  var head: String {
    let own: Set = ["Swift", "Composable", "_Concurrency", "OrderedCollections", "DequeModule"]
    let modules = printer.modules.subtracting(own)
    let foundation = modules.filter { $0.hasPrefix("Foundation") }
    let imports = ["Composable", "Testing"] + (foundation.isEmpty ? [] : ["Foundation"])
    let left = omitsUndoneActions ? ["// What the session went back on is left out."] : []
    return
      (Self.comment("\(name), as a test of a TestStore: written by 'export swift'.") + left + [""]
      + imports.sorted().map { "import \($0)" } + [""]
      + modules.subtracting(foundation).sorted().map { "@testable import \($0)" } + [""])
      .map { $0 + "\n" }.joined()
  }

  /// A text as comments: no kind of newline in it ends them.
  static func comment(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      $0.isEmpty ? "//" : "// \($0)"
    }
  }

  /// What the test needs of types.
  var helperTypes: String {
    (printer.needsErrorType ? Self.errorType : "") + (needsRandomNumbers ? Self.numbersType : "")
  }

  private static var numbersType: String {
    """

    /// Gives the numbers that the session drew.
    private struct Numbers: RandomNumberGenerator, Sendable {
      var rest: [UInt64]

      init(_ numbers: [UInt64]) { rest = numbers }

      mutating func next() -> UInt64 { rest.removeFirst() }
    }

    """
  }

  /// What a script's `error("...")` is in a test.
  private static var errorType: String {
    """

    /// An error of which only the words matter.
    private struct \(SwiftSourcePrinter.errorType): Error, Equatable, CustomStringConvertible {
      let description: String

      init(_ description: String) { self.description = description }
    }

    """
  }

  /// A printer for the values of a store, that knows what was named so far.
  func printer(for syntax: ValueSyntax) -> SwiftSourcePrinter { printer.with(syntax) }

  mutating func updatePrinter(_ printer: SwiftSourcePrinter) { self.printer = printer }

  mutating func add(_ lines: [String]) { statements.append(.lines(lines)) }

  /// Writes lines about a store.
  mutating func addStoreLines(_ number: Int?, _ lines: (String) -> [String]) {
    guard let number, let store = stores[number] else { return }
    stores[number]?.isUsed = true
    add(lines(store.variable))
  }

  func expression(_ duration: Duration) -> SwiftExpression {
    var printer = printer
    return duration.swiftExpression(&printer)
  }

  /// The time behind `within`, as a test store counts it.
  static func nanoseconds(in arguments: String) -> String {
    let text = arguments.dropFirst("within".count)
    let duration = (try? ValueSyntax().read(text, as: Duration.self)) ?? .zero
    return "\(max(0, duration.wholeNanoseconds))"
  }
}

/// The names of a test, of which none may stand for two things.
struct SwiftNames {
  private var usedNames: Set<String> = ["clock"]

  /// A name that nothing has yet: `store`, `store2`.
  mutating func unique(_ name: String) -> String {
    var (candidate, number) = (name, 2)
    while !usedNames.insert(candidate).inserted || Self.keywords.contains(candidate) {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }

  /// A test's name: `search-tca` becomes `searchTca`.
  static func functionName(_ name: String) -> String { escaped(variableName(name)) }

  /// A name as it is declared, in backticks where it is a keyword.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A name made of the letters and digits of a text.
  static func variableName(_ text: String) -> String {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let first = words.first.map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? "session"
    let name =
      words.dropFirst().reduce(first) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    return name.first?.isNumber == true ? "_" + name : name
  }

  private static let keywords: Set = [
    "import", "switch", "case", "default", "init", "self", "func", "let", "var", "in", "repeat",
    "return", "while", "for", "if", "else", "do", "try", "throw", "catch", "struct", "class",
    "enum", "protocol", "extension", "operator", "public", "private", "internal", "static",
    "super", "nil", "true", "false", "is", "as", "where", "guard", "defer", "break", "continue",
  ]
}
