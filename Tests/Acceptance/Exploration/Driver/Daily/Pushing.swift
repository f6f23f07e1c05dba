import Composable

// Screens that only a view pushes on a stack, as `NavigationLink(state:)` does.

struct Recipe: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

/// A list of recipes, each with a screen.
struct RecipeBook: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var recipes: IdentifiedArrayOf<Recipe> = [
      Recipe(id: 1, title: "Soup"), Recipe(id: 2, title: "Bread"),
    ]
    var path = StackState<RecipePage.State>()
  }
  enum Action {
    case path(StackAction<RecipePage.State, RecipePage.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { _, _ in .none }
      .forEach(\.path, action: /Action.path) { RecipePage(isFixed: isFixed) }
  }
}

/// A recipe. The defect: its screen is still saving after an error.
struct RecipePage: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var recipe: Recipe
    var isStarred = false
    var isSaving = false
    var errorMessage: String?
  }
  enum Action { case starTapped, saved, failed }

  @Dependency(\.account) var account

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .starTapped:
      guard !state.isSaving else { return .none }
      (state.isSaving, state.errorMessage) = (true, nil)
      return .run { [account, id = state.recipe.id, isStarred = !state.isStarred] send in
        try await account.setFavorite(id, isStarred)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
    case .saved:
      state.isSaving = false
      state.isStarred.toggle()
    case .failed:
      if isFixed { state.isSaving = false }
      state.errorMessage = "The star could not be saved."
    }
    return .none
  }
}
