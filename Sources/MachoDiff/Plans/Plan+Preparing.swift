/// Finds out how values of a type are printed and compared, and those of the parts that its structs
/// hold, before there are any. No code of the types is run.
package func preparePlans(for type: Any.Type) { Plans.plan(for: type).prepareParts(8) }

extension Plan {
  fileprivate func prepareParts(_ depth: Int) {
    // Types may hold each other in circles.
    guard depth > 0, let structure = self as? StructPlan else { return }
    for part in structure.parts.all { part.plan.prepareParts(depth - 1) }
  }
}
