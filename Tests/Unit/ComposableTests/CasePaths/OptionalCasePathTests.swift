import Composable
import Testing

@Suite struct OptionalCasePathTests {
  enum Login: Equatable {
    case loggedIn(Int)
    case loggedOut
    case named(first: String, last: String)
  }

  @Test func `A case path of a constructor applies to an optional`() {
    let path: AnyCasePath<Login?, Int> = /Login.loggedIn
    #expect(path.extract(from: .loggedIn(3)) == 3)
    #expect(path.extract(from: .loggedOut) == nil)
    #expect(path.extract(from: nil) == nil)
    #expect(path.embed(4) == .loggedIn(4))
  }

  @Test func `A case path without payload applies to an optional`() {
    let path: AnyCasePath<Login?, Void> = /Login.loggedOut
    #expect(path.extract(from: .loggedOut) != nil)
    #expect(path.extract(from: .loggedIn(1)) == nil)
    #expect(path.extract(from: nil) == nil)
  }

  @Test func `The cases of the optional itself have case paths`() {
    let path: AnyCasePath<Int?, Int> = AnyCasePath(Optional.some)
    #expect(path.extract(from: 3) == 3)
    #expect(path.extract(from: nil) == nil)
  }

  @Test func `A case of the wrapped value is not another one`() {
    let opened: PresentationAction<Int>? = .presented(1)
    #expect(opened.is(\.presented))
    #expect(!opened.is(\.dismiss))
    let absent: PresentationAction<Int>? = nil
    #expect(!absent.is(\.presented))
  }
}
