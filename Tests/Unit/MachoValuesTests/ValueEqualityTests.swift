import Testing

@testable import MachoValues

@Suite struct ValueEqualityTests {
  private class Page {
    var number: Int
    var next: Page?
    init(_ number: Int, next: Page? = nil) {
      self.number = number
      self.next = next
    }
  }
  private final class Cover: Page {
    var title = ""
  }
  private struct Book {
    var first: Page?
    var marks: [Page] = []
  }

  private func chain(_ count: Int, last: Int) -> Page {
    var page = Page(last)
    for _ in 0..<count { page = Page(0, next: page) }
    return page
  }

  /// Takes a chain apart without recursion.
  private func drop(_ page: Page) {
    var page: Page? = page
    while let current = page {
      page = current.next
      current.next = nil
    }
  }

  @Test("numbers and texts are equal if they are printed alike")
  func leaves() {
    struct Row: Equatable {
      var value: Double
      var name = ""
    }
    #expect(valuesEqual(Double.nan, Double.nan))
    #expect(valuesEqual(Row(value: .nan), Row(value: .nan)))
    #expect(!valuesEqual(Row(value: .nan), Row(value: 1)))
    #expect(!valuesEqual(0.0, -0.0))
    #expect(!valuesEqual([Row(value: 0)], [Row(value: -0.0)]))
    #expect(!valuesEqual(Optional(0.0) as Any, Optional(-0.0) as Any))
    #expect(!valuesEqual("é", "e\u{301}"))
    #expect(!valuesEqual(Row(value: 0, name: "é"), Row(value: 0, name: "e\u{301}")))
    #expect(valuesEqual(Row(value: 0, name: "é"), Row(value: 0, name: "\u{e9}")))
    #expect(valuesEqual(["a": 1.5], ["a": 1.5]) && !valuesEqual(["a": 1.5], ["a": 2.5]))
  }

  @Test("instances without == are the same only if they are one")
  func identity() {
    let page = Page(1)
    #expect(areSame(Book(first: page), Book(first: page)))
    #expect(!areSame(Book(first: page), Book(first: Page(1))))
  }

  @Test("instances of two runs are compared by their contents")
  func contents() {
    func same(_ left: Book, _ right: Book) -> Bool { areSame(left, right, comparingContents: true) }
    #expect(same(Book(first: Page(1)), Book(first: Page(1))))
    #expect(!same(Book(first: Page(1)), Book(first: Page(2))))
    #expect(!same(Book(first: Page(1)), Book(first: Page(1, next: Page(2)))))
    #expect(!same(Book(first: Page(1)), Book()))
    #expect(same(Book(marks: [Page(1), Page(2)]), Book(marks: [Page(1), Page(2)])))
    let (left, right) = (Cover(1), Cover(1))
    #expect(same(Book(first: left), Book(first: right)))
    right.title = "Ferns"
    #expect(!same(Book(first: left), Book(first: right)))
    right.title = ""
    right.number = 2
    #expect(!same(Book(first: left), Book(first: right)), "a property of the superclass")
  }

  /// An `==` that ignores `note`.
  private struct Parcel: Equatable {
    var size: Int
    var note = ""
    static func == (left: Self, right: Self) -> Bool { left.size == right.size }
  }

  @Test("a part that the type's own == ignores is compared")
  func incompleteEquality() {
    let (one, other) = (Parcel(size: 1, note: "a"), Parcel(size: 1, note: "b"))
    let (some, none): (Any, Any) = (Optional(one) as Any, Parcel?.none as Any)
    #expect(areSame(one, one) && areSame([one], [one]) && areSame(some, some))
    #expect(!areSame(one, other))
    #expect(!areSame([one], [other]))
    #expect(!areSame(some, Optional(other) as Any))
    #expect(!areSame(none, some))
  }

  @Test("instances that refer to each other are compared once")
  func cycles() {
    func ring(_ number: Int) -> Page {
      let page = Page(number)
      page.next = Page(0, next: page)
      return page
    }
    let rings = [ring(1), ring(1), ring(2)]
    #expect(areSame(rings[0], rings[1], comparingContents: true))
    #expect(!areSame(rings[0], rings[2], comparingContents: true))
    for ring in rings { ring.next = nil }
  }

  @Test("a long list of instances is compared without recursion")
  func depth() {
    let pages = [chain(10_000, last: 1), chain(10_000, last: 1), chain(10_000, last: 2)]
    #expect(areSame(pages[0], pages[1], comparingContents: true))
    #expect(!areSame(pages[0], pages[2], comparingContents: true))
    pages.forEach(drop)
  }
}
