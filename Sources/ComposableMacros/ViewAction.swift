/// Adds a `send` method for the view's own actions to a type with a store:
/// `send(.saveButtonTapped)`.
///
/// ```swift
/// @ViewAction(for: Feature.self)
/// struct FeatureScreen {
///   let store: StoreOf<Feature>
///   func save() { send(.saveButtonTapped) }
/// }
/// ```
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ViewActionMacro")
where R.Action: ViewAction
