import Composable
import Testing

/// The forms of case paths from before case key paths.
@Suite struct OlderCasePathTests {
  enum Page: Equatable {
    case number(Int?)
    case empty
  }

  enum Row: String { case top, bottom }

  enum Cell: Equatable {
    case count(Int)
    case title(String)
  }

  enum Section: Equatable { case row(Cell) }

  @Test func `Two case paths are joined by dots`() {
    let path = /Section.row .. /Cell.count
    #expect(path.extract(from: .row(.count(3))) == 3)
    #expect(path.extract(from: .row(.title("a"))) == nil)
    #expect(path.embed(4) == .row(.count(4)))
    #expect((/Section.row .. Cell.title).embed("b") == .row(.title("b")))
    #expect((/Page?.some .. /Page.number .. Int?.some).extract(from: .number(5)) == 5)
  }

  @Test func `A case path is a function that extracts`() {
    let pages: [Page] = [.number(1), .empty, .number(nil), .number(2)]
    #expect(pages.compactMap(/Page.number .. Int?.some) == [1, 2])
    #expect([Section.row(.count(1))].compactMap(/Section.row) == [.count(1)])
    let isEmpty: (Page?) -> Void? = /Page.empty
    #expect(isEmpty(.empty) != nil)
    #expect(isEmpty(.number(1)) == nil)
    #expect(isEmpty(nil) == nil)
  }

  @Test func `A case path matches in a switch`() {
    func isNumber(_ page: Page) -> Bool {
      switch page {
      case /Page.number: true
      default: false
      }
    }
    #expect(isNumber(.number(nil)))
    #expect(!isNumber(.empty))
  }

  @Test func `A constructor that converts its argument has a case path`() {
    enum Item {
      case title(String?)
      case key(AnyHashable)
      case error(any Error)
    }
    enum Failure: Error, Equatable { case offline }
    let title: AnyCasePath<Item, String> = /Item.title
    #expect(title.extract(from: .title("a")) == "a")
    #expect(title.extract(from: .title(nil)) == nil)
    #expect(title.extract(from: .key("a")) == nil)
    let error: AnyCasePath<Item, Failure> = /Item.error
    #expect(error.extract(from: .error(Failure.offline)) == .offline)
    #expect(error.extract(from: .title("a")) == nil)
  }

  @Test func `Case paths of values`() {
    #expect(AnyCasePath.constant(7).extract(from: ()) == 7)
    #expect(AnyCasePath<Page, Never>.never.extract(from: .empty) == nil)
    #expect(AnyCasePath<String, Row>.rawValue.extract(from: "top") == .top)
    #expect(AnyCasePath<String, Row>.rawValue.extract(from: "left") == nil)
    #expect(AnyCasePath.rawValue.embed(Row.bottom) == "bottom")
    #expect(AnyCasePath<String, Int>.description.extract(from: "8") == 8)
    #expect(AnyCasePath.description.embed(9) == "9")
    #expect(AnyCasePath(Page.self).extract(from: .empty) == .empty)
    #expect((/.some).extract(from: Int?.some(1)) == 1)
  }
}

/// Case key paths through optional payloads.
@Suite struct OptionalPayloadTests {
  enum Screen: CasePathable, Equatable {
    case sheet(Result<Int, Failure>?)

    enum Failure: Error { case failed }

    struct AllCasePaths: CasePathReflectable {
      var sheet: AnyCasePath<Screen, Result<Int, Failure>?> {
        AnyCasePath(
          embed: { .sheet($0) }, extract: { if case .sheet(let value) = $0 { value } else { nil } })
      }

      subscript(root: Screen) -> PartialCaseKeyPath<Screen> { \.sheet }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func `A case key path leads into an optional payload or ends there`() {
    let whole: CaseKeyPath<Screen, Result<Int, Screen.Failure>?> = \.sheet
    let value: CaseKeyPath<Screen, Result<Int, Screen.Failure>> = \.sheet
    #expect(AnyCasePath(whole).extract(from: .sheet(nil)) == .some(nil))
    #expect(AnyCasePath(value).extract(from: .sheet(nil)) == nil)
    #expect(value(.success(1)) == .sheet(.success(1)))
    #expect(Screen.sheet(.success(2))[case: \.sheet.success] == 2)
    let inferred = \Screen.Cases.sheet.success
    #expect(inferred(3) == .sheet(.success(3)))
  }

  @Test func `The key path of a value's case`() {
    #expect(Screen.sheet(nil).case == \.sheet)
    #expect(Int?.some(1).case == \.some)
    #expect(Int?.none.case == \.none)
  }
}
