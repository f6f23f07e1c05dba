import Composable
import MachoMetadata
import MachoValues

extension ValueSyntax {
  /// Returns a copy that lists the cases of enums with case paths in the order of the source.
  func orderingCases() -> ValueSyntax {
    var copy = self
    copy.caseOrder = { ($0 as? any CasePathIterable.Type)?.caseNamesInOrder }
    return copy
  }
}

extension CasePathIterable {
  /// The names of the cases in the order of the source, which the case paths have: `@CasePathable`
  /// and `@Reducer` generate them. `nil` for the enums of the runtime, whose order is deliberate.
  ///
  /// Runtime metadata lists the cases with payloads first, each group in the order of the source. The
  /// positions of the cases without payloads are found by their values; the cases with payloads take the
  /// remaining positions.
  fileprivate static var caseNamesInOrder: [String]? {
    guard let schema = try? EnumSchema.of(Self.self) else { return nil }
    let isOfLibrary = ["Composable", "Swift"].contains(TypeName.module(Self.self))
    let (paths, cases) = (Array(allCasePaths), schema.casesByTag)
    guard !isOfLibrary, paths.count == cases.count else { return nil }
    var names = [String?](repeating: nil, count: paths.count)
    var rest = paths[...]
    for choice in cases where choice.payload == nil {
      guard let value = try? schema.makeValue(of: choice) as? Self,
        let index = rest.firstIndex(where: value.is)
      else { return nil }
      names[index] = choice.name
      rest = rest[(index + 1)...]
    }
    var others = cases.lazy.filter { $0.payload != nil }.map(\.name).makeIterator()
    return names.compactMap { $0 ?? others.next() }
  }
}
