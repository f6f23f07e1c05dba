import MachoSessions
import MachoValues

/// The actions that an exploration sends.
package final class ActionSpace {
  /// An action that is left out, and why.
  package struct Omission: Hashable, Codable, Sendable {
    /// The label of the action.
    package let label: String
    /// The reason, as a phrase.
    package let reason: String
  }

  /// One kind of action.
  struct Entry {
    let template: ActionTemplate
    /// The only action, if all actions of the template are equal.
    let constant: BuiltAction?

    /// Whether the action may be that of a child feature.
    let isNested: Bool
  }

  /// An action with its text.
  struct BuiltAction {
    let text: String
    let value: Any
  }

  let generator: ValueGenerator
  /// The kinds of actions.
  private(set) var entries: [Entry] = []
  /// The actions that are left out.
  package private(set) var omissions: [Omission] = []
  /// Whether the feature has actions that push screens on a stack.
  let hasStacks: Bool
  /// Whether the screens are known that only a view pushes.
  private let showsScreens: Bool
  private let feature: any DrivenFeature
  private var built: [String: Any] = [:]

  /// The maximum number of actions that are kept.
  private static let cacheLimit = 50_000

  /// Finds the actions of a feature.
  ///
  /// - Parameters:
  ///   - isExcluded: Whether to leave out the actions of a label. Default: `nil` (none).
  ///   - filter: Whether to send the actions of a label, or `nil` to decide by `received`.
  ///   - received: The labels of the actions that effects send. Others of their groups are left out
  ///     too.
  ///   - bindings: The names of further properties that bindings set.
  ///   - shownScreens: The names of the screens that the feature pushes itself. Default: `nil` (they are not
  ///     known, and no screen is pushed).
  package init(
    of feature: any DrivenFeature, received: Set<String> = [], bindings: Set<String> = [],
    shownScreens: Set<String>? = nil, excluding isExcluded: ((String) -> Bool)? = nil,
    filter: ((String) -> Bool)? = nil
  ) {
    self.feature = feature
    generator = ValueGenerator(syntax: feature.syntax)
    generator.shownScreens = shownScreens ?? []
    showsScreens = shownScreens != nil
    let templates = feature.syntax.actionTemplates(
      of: feature.sentTypes, bindings: bindings)
    hasStacks = templates.contains { $0.screen != nil }
    let received = Set(
      templates.filter { !$0.isDismissal && received.contains($0.label) }.map(\.group))
    for template in templates {
      if isExcluded?(template.label) ?? false {
        omissions.append(Omission(label: template.label, reason: "--exclude matches it"))
      } else if let reason = reasonToOmit(template, received, filter) {
        omissions.append(Omission(label: template.label, reason: reason))
      } else if entries.contains(where: { $0.template.label == template.label }),
        template.isConstant
      {
        // Another type of the feature has the same action.
        continue
      } else {
        add(template)
      }
    }
  }

  /// Whether an action is sent that pushes a screen.
  package var pushesScreens: Bool { entries.contains { $0.template.screen != nil } }

  /// The labels of the actions that are sent.
  package var labels: [String] { entries.map(\.template.label) }

  private func reasonToOmit(
    _ template: ActionTemplate, _ received: Set<String>, _ filter: ((String) -> Bool)?
  ) -> String? {
    if let filter { return filter(template.label) ? nil : "--actions excludes it" }
    if received.contains(template.group), !template.isDismissal {
      return template.boundProperty == nil ? "effects send it" : "effects change it"
    }
    guard let screen = template.screen else { return nil }
    guard showsScreens else { return "it is not known which screens the feature pushes itself" }
    return generator.isPushedByView(screen) ? nil : "the feature pushes its screens itself"
  }

  private func add(_ template: ActionTemplate) {
    generator.want(template)
    guard let text = generator.simplestText(of: template) else {
      omissions.append(
        Omission(label: template.label, reason: "text cannot build its values"))
      return
    }
    do throws(ValueError) {
      let value = try feature.syntax.readAction(text[...], of: feature)
      let constant = template.isConstant ? BuiltAction(text: text, value: value) : nil
      entries.append(
        Entry(
          template: template, constant: constant, isNested: ActionLabel(template.label).isNested))
    } catch {
      omissions.append(Omission(label: template.label, reason: error.message))
    }
  }

  /// Draws an action of a kind. Returns `nil` if its values cannot be built at present.
  func action(
    _ index: Int, from choices: some ChoiceSource, in state: @escaping () -> Any
  ) -> BuiltAction? {
    if let constant = entries[index].constant { return constant }
    let text = generator.text(of: entries[index].template, from: choices) {
      generator.samples(in: state())
    }
    guard let text else { return nil }
    if let value = built[text] { return BuiltAction(text: text, value: value) }
    guard let value = try? feature.syntax.readAction(text[...], of: feature) else { return nil }
    if built.count >= Self.cacheLimit { built = [:] }
    built[text] = value
    return BuiltAction(text: text, value: value)
  }

  /// Whether the children that an action is addressed to exist.
  func isAddressable(_ action: BuiltAction, _ index: Int, in state: @autoclosure () -> TypedValue)
    -> Bool
  {
    !entries[index].isNested || feature.syntax.isAddressable(action.value, in: state())
  }

  /// Returns the text of an action as a script writes it.
  func line(for action: BuiltAction) -> Line {
    let printed = feature.syntax.print(action.value)
    guard let read = try? feature.syntax.readAction(printed[...], of: feature),
      feature.syntax.print(read) == printed
    else { return Line(.send, action.text) }
    return Line(.send, printed)
  }
}
