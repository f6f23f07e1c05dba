/// Builds the diff plans of a type and of its nested structs ahead of time. Runs no code of those
/// types.
package func preparePlans(for type: Any.Type) { DiffPlanCache.plan(for: type).prepareFieldPlans(8) }

extension DiffPlan {
  fileprivate func prepareFieldPlans(_ depth: Int) {
    // Types may contain each other recursively.
    guard depth > 0, let structure = self as? StructDiffPlan else { return }
    for field in structure.fields.all { field.plan.prepareFieldPlans(depth - 1) }
  }
}
