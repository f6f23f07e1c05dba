import MachoMetadata

/// The functions that reduce an action, for breakpoints of a debugger.
package enum ReducerFunctions {
  /// Returns the names, as the symbol table has them, of the functions that reduce an action: of its innermost
  /// part with any, such as the action of a child. Empty without symbols, and for other architectures.
  package static func names(reducing action: Any) -> [String] {
    var types: [Any.Type] = []
    var part: Any? = action
    while let found = part {
      types.insert(type(of: found), at: 0)
      let schema = try? EnumSchema.of(type(of: found))
      part = schema.flatMap { try? $0.payload(of: found) }?.last
    }
    return names(reducingAnyOf: types)
  }

  /// Returns the names of the functions that reduce actions of the first of some types with any.
  package static func names(reducingAnyOf types: [Any.Type]) -> [String] {
    for type in types {
      guard let module = TypeName.module(type), let action = AccessibleMembers.name(of: type) else {
        continue
      }
      // PERFORMANCE: only closures and functions have these ends.
      let functions = NamedFunction.all(startingWith: "$s\(module.utf8.count)\(module)") {
        $0.hasSuffix("_") || $0.hasSuffix("F")
      }
      let names = functions.filter { reduces($0.name, action) }.map(\.mangledName)
      if !names.isEmpty { return names }
    }
    return []
  }

  /// Whether a function has the readable name of a closure of `Reduce`, or of a method
  /// `reduce(into:action:)`, for an action.
  static func reduces(_ name: String, _ action: String) -> Bool {
    if name.hasPrefix("closure #") {
      let type = name.drop { $0 != "(" }
      guard type.hasPrefix("(inout "), let end = type.firstRange(of: ") -> ") else { return false }
      return type[..<end.lowerBound].hasSuffix(", \(action)")
        && type[end.upperBound...].hasPrefix("Composable.Effect<")
    }
    guard let method = name.firstRange(of: ".reduce(into: inout ") else { return false }
    // The name of a thunk has words before that of the function.
    return !name[..<method.lowerBound].contains(" ")
      && name[method.upperBound...].contains(", action: \(action)) -> Composable.Effect<")
  }
}
