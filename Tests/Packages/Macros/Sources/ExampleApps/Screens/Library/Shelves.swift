import ComposableArchitecture
import Foundation

/// The books of a reader, each with its own requests and alert.
@Reducer
package struct Shelves {
  @ObservableState
  package struct State: Equatable {
    let reader: Reader
    var isLoading = false
    var loans: IdentifiedArrayOf<LoanRow.State> = []
    @Presents var menu: ConfirmationDialogState<Action.Menu>?
    @Presents var notice: AlertState<Action.Notice>?
  }

  package enum Action {
    case appeared
    case delegate(Delegate)
    case leaveTapped
    case loans(IdentifiedActionOf<LoanRow>)
    case loansResponse(Result<[Loan], any Error>)
    case menu(PresentationAction<Menu>)
    case notice(PresentationAction<Notice>)
    case sortTapped

    @CasePathable
    package enum Delegate { case left }

    @CasePathable
    package enum Menu { case byDate, byTitle }

    @CasePathable
    package enum Notice { case leave, retry }
  }

  @Dependency(\.desk) private var desk

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared, .notice(.presented(.retry)):
        state.isLoading = true
        return .run { [reader = state.reader.id] send in
          await send(.loansResponse(Result { try await desk.loans(reader: reader) }))
        }

      case .loansResponse(let response):
        state.isLoading = false
        switch response {
        case .success(let loans):
          state.loans = IdentifiedArray(
            loans.map { LoanRow.State(loan: $0) }, uniquingIDsWith: { first, _ in first })
        case .failure:
          state.notice = AlertState {
            TextState("Your books could not be found")
          } actions: {
            ButtonState(action: .retry) { TextState("Look again") }
            ButtonState(role: .cancel) { TextState("Never mind") }
          }
        }
        return .none

      case .leaveTapped:
        state.notice = AlertState {
          TextState("Leave the library?")
        } actions: {
          ButtonState(role: .destructive, action: .leave) { TextState("Leave") }
        } message: { [name = state.reader.name, count = state.loans.count] in
          TextState("\(name) borrows \(count) books.")
        }
        return .none

      case .notice(.presented(.leave)):
        return .send(.delegate(.left))

      case .sortTapped:
        state.menu = ConfirmationDialogState(titleVisibility: .visible) {
          TextState("Sort by")
        } actions: {
          ButtonState(action: .byDate) { TextState("Due date") }
          ButtonState(action: .byTitle) { TextState("Title") }
        }
        return .none

      case .menu(.presented(.byDate)):
        state.loans.sort { $0.loan.due < $1.loan.due }
        return .none

      case .menu(.presented(.byTitle)):
        state.loans.sort { $0.loan.title < $1.loan.title }
        return .none

      case .loans(.element(let id, .delegate(.returned))):
        // The row goes while its renewal may still be in flight.
        state.loans.remove(id: id)
        return .none

      case .delegate, .loans, .menu, .notice:
        return .none
      }
    }
    .forEach(\.loans, action: \.loans) { LoanRow() }
    .ifLet(\.$menu, action: \.menu)
    .ifLet(\.$notice, action: \.notice)
  }
}

/// A borrowed book that can be renewed and returned.
@Reducer
package struct LoanRow {
  @ObservableState
  package struct State: Equatable, Identifiable {
    var loan: Loan
    @Presents var notice: AlertState<Never>?

    package var id: Loan.ID { loan.id }
  }

  package enum Action {
    case delegate(Delegate)
    case notice(PresentationAction<Never>)
    case renewTapped
    case renewal(Result<Date, any Error>)
    case returnTapped

    @CasePathable
    package enum Delegate { case returned }
  }

  @Dependency(\.desk) private var desk

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .renewTapped:
        return .run { [id = state.id] send in
          await send(.renewal(Result { try await desk.renew(loan: id) }))
        }

      case .renewal(.success(let due)):
        state.loan.due = due
        return .none

      case .renewal(.failure(let error)):
        state.notice = AlertState {
          TextState("“\(state.loan.title)” cannot be renewed")
        } message: {
          switch error as? DeskError {
          case .reserved(let readers)?: TextState("\(readers) others wait for it.")
          default: TextState("Ask at the desk.")
          }
        }
        return .none

      case .returnTapped:
        return .send(.delegate(.returned))

      case .delegate, .notice:
        return .none
      }
    }
    .ifLet(\.$notice, action: \.notice)
  }
}
