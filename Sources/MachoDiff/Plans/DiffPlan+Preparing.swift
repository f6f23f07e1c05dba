/// Finds out how values of a type are printed and compared, and those of the parts that its structs
/// hold, before there are any. No code of the types is run.
package func preparePlans(for type: Any.Type) { DiffPlanCache.plan(for: type).prepareFieldPlans(8) }

extension DiffPlan {
  fileprivate func prepareFieldPlans(_ depth: Int) {
    // Types may hold each other in circles.
    guard depth > 0, let structure = self as? StructDiffPlan else { return }
    for part in structure.fields.all { part.plan.prepareFieldPlans(depth - 1) }
  }
}
