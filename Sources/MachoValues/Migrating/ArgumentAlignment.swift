/// The arguments of a text and the declared ones, in pairs as far as they belong together.
struct ArgumentAlignment {
  private typealias Argument = DeclarationMismatch.Argument
  private typealias Parameter = DeclarationMismatch.Parameter

  private let syntax: ValueSyntax
  /// The arguments without a declaration.
  private var unknown: [Argument]
  /// The declarations without an argument.
  private var missing: [Parameter]
  private var renamed: [(old: String, new: String)] = []

  init(
    _ written: [DeclarationMismatch.Argument], _ declared: [DeclarationMismatch.Parameter],
    _ syntax: ValueSyntax
  ) {
    self.syntax = syntax
    (unknown, missing) = (written, declared)
    pair { $0.isLabelled && $0.name == $1.name }
    pair { [syntax] in !$0.isLabelled && !$1.isLabelled && $0.fits($1, syntax) }
    // A `_` needs no label.
    pair { argument, _ in argument.isWildcard && !argument.isLabelled }
    pairRenamed()
  }

  /// Pairs each argument with the first declaration that fits.
  private mutating func pair(where fits: (Argument, Parameter) -> Bool) {
    var rest: [Argument] = []
    for argument in unknown {
      if let index = missing.firstIndex(where: { fits(argument, $0) }) {
        missing.remove(at: index)
      } else {
        rest.append(argument)
      }
    }
    unknown = rest
  }

  /// Pairs arguments with declarations of other names whose types accept the values.
  private mutating func pairRenamed() {
    var rest: [Argument] = []
    for argument in unknown {
      guard let name = newName(of: argument) else {
        rest.append(argument)
        continue
      }
      missing.removeAll { $0.name == name }
      if name != argument.name { renamed.append((argument.name, name)) }
    }
    unknown = rest
  }

  /// Returns the likeliest new name: of what must have an argument the most similar one, of the others only
  /// a similar one.
  private func newName(of argument: Argument) -> String? {
    let fitting = missing.filter { argument.fits($0, syntax) }
    let required = fitting.filter(\.isRequired).map(\.name)
    guard argument.isLabelled else { return required.first }
    let distances = required.map {
      Suggestions.editDistance(Array(argument.name.utf8), Array($0.utf8))
    }
    let nearest = zip(required, distances).min { $0.1 < $1.1 }?.0
    return nearest ?? Suggestions.nearest(to: argument.name, among: fitting.map(\.name)).first
  }

  /// Returns the changes that turn the declaration that the text fits into the present one. `nil` if no
  /// text is known for a new value.
  func changes(of owner: [String]) -> [MemberChange]? {
    var changes = renamed.map { MemberChange(owner: owner, member: $0.old, kind: .rename($0.new)) }
    changes += unknown.map { MemberChange(owner: owner, member: $0.name, kind: .remove) }
    for parameter in missing where parameter.isRequired {
      guard let text = syntax.simplestText(of: parameter.type) else { return nil }
      changes.append(MemberChange(owner: owner, member: parameter.name, kind: .add(text)))
    }
    return changes
  }
}

extension DeclarationMismatch.Argument {
  fileprivate var isLabelled: Bool { Int(name) == nil }

  /// Whether a declared type accepts the value. A value that cannot be read here may fit.
  fileprivate func fits(
    _ parameter: DeclarationMismatch.Parameter, _ syntax: ValueSyntax
  ) -> Bool {
    guard !isWildcard else { return true }
    do throws(ValueError) {
      _ = try syntax.readValue(text[...], of: parameter.type)
      return true
    } catch {
      let misfits: [ValueError.Code] = [.wrongType, .outOfRange, .cannotBuild, .noSuchCase]
      return !misfits.map(\.rawValue).contains(error.code)
    }
  }
}

extension DeclarationMismatch.Parameter {
  fileprivate var isLabelled: Bool { Int(name) == nil }
}

extension ValueSyntax {
  /// Returns the text of a simple value of a type. `nil` if only the user's code can make one.
  fileprivate func simplestText(of type: Any.Type) -> String? {
    let generator = ValueGenerator(syntax: self)
    guard
      let text = generator.text(of: type, from: SimplestChoices(), in: ValueSamples())
    else { return nil }
    // In front of a value, a case is recognized by its dot.
    let dotted = "." + text
    if case .enumeration = TextSchema.of(type).shape, accepts(dotted, type) { return dotted }
    return accepts(text, type) ? text : nil
  }

  private func accepts(_ text: String, _ type: Any.Type) -> Bool {
    (try? readValue(text[...], of: type)) != nil
  }
}
