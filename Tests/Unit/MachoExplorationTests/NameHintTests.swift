import Testing

@testable import MachoExploration

@Suite struct NameHintTests {
  @Test func `The names of actions`() {
    #expect(NameHint.endsSession("alert.presented.confirmLogOut"))
    #expect(!NameHint.endsSession("logInTapped"))
    #expect(NameHint.cancels("editor.cancelTapped"))
    #expect(!NameHint.cancels("cancelled.ended"))
    #expect(NameHint.retries("tryAgainTapped"))
    #expect(NameHint.isAppearance("child.onAppear"))
    #expect(!NameHint.isAppearance("appearanceTapped"))
    #expect(NameHint.concernsUndo("undoTapped"))
  }

  @Test(arguments: [
    ("posts.send", true), ("chat.sendMessage", true), ("shop.orders", false), ("", false),
  ])
  func `An endpoint submits if its first word is a verb of sending`(endpoint: String, submits: Bool)
  {
    #expect(NameHint.submits(endpoint) == submits)
  }

  @Test func `The names of properties`() {
    #expect(NameHint.isQuantity("row.itemCount") && NameHint.isQuantity("quantity"))
    #expect(!NameHint.isQuantity("count"))
    #expect(NameHint.isTotal("cart.totalCents"))
    #expect(NameHint.isReference("selectedRowID") && !NameHint.isReference("selectedRow"))
    #expect(NameHint.isProgress("askingForCamera") && NameHint.isProgress("busy"))
    #expect(!NameHint.isProgress("ring") && !NameHint.isProgress("loaded"))
    #expect(NameHint.tellsOfErrors("form.emailError") && NameHint.tellsOfErrors("hasFailed"))
    #expect(!NameHint.tellsOfErrors("error.code"))
    #expect(NameHint.isPutOff("pendingRoute") && !NameHint.isPutOff("route"))
  }

  @Test func `The names of positions and of what they are in`() {
    #expect(NameHint.isIndex("tour.currentIndex") && !NameHint.isIndex("insertionIndex"))
    #expect(NameHint.isPosition("currentPage") && !NameHint.isPosition("pageCount"))
    #expect(NameHint.isCount("pageCount", of: "page"))
    #expect(NameHint.isCount("totalPages", of: "currentPage"))
    #expect(!NameHint.isCount("itemCount", of: "page") && !NameHint.isCount("pages", of: "page"))
    #expect(NameHint.isRelated("album.photos", to: "photoIndex"))
    #expect(!NameHint.isRelated("currentTags", to: "currentIndex"))
  }

  @Test func `Words are compared in singular and plural, and by their beginnings`() {
    #expect(NameHint.words("HotelSearchError") == ["hotel", "search"])
    #expect(NameHint.similarity(["hotel"], to: ["hotels", "find"]) == 1)
    #expect(NameHint.similarity(["auth"], to: ["authentication"]) == 1)
    #expect(NameHint.similarity(["api"], to: ["apiary"]) == 0)
  }
}
