import Foundation
import MachoMetadata
import Testing

@testable import MachoValues

@Suite struct KnownTypesTests {
  @Test("every file in the folder Values is listed, and every entry has a file")
  func files() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/MachoValues/Values")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .map { $0.replacingOccurrences(of: ".swift", with: "") }
      .filter { $0 != "KnownTypes" }
    #expect(files.sorted() == KnownTypes.all.map(\.file).sorted())
  }

  @Test("text without a declared type names the type once")
  func names() throws {
    let url = try #require(URL(string: "https://a.b"))
    let uuid = try #require(UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"))
    let values: [any Sendable & Hashable] = [
      Data([1]), Date(timeIntervalSince1970: 0), Date(timeIntervalSinceReferenceDate: .pi), url,
      UUID(short: 1), uuid, Int8(3), Decimal(2), Duration.seconds(1), Float(0.5),
    ]
    for value in values {
      let name = TypeName.spell(type(of: value))
      let isNamed = KnownTypes.namedInText.contains(ObjectIdentifier(type(of: value)))
      let text = ValueSyntax().print(AnyHashable(value))
      #expect(text.hasPrefix("\(name)(") && !text.hasPrefix("\(name)(\(name)("))
      #expect(ValueSyntax().print(value).hasPrefix("\(name)(") == isNamed)
    }
  }

  @Test("suggestions are similar, few, and sorted by similarity")
  func suggestions() {
    let names = ["incrementButtonTapped", "decrementButtonTapped", "reset", "set"].map { ($0, $0) }
    #expect(
      Suggestions.closest(to: "incrementButonTapped", among: names)
        == ["incrementButtonTapped", "decrementButtonTapped"])
    #expect(Suggestions.closest(to: "inc", among: names) == ["incrementButtonTapped"])
    #expect(Suggestions.closest(to: "rset", among: names) == ["reset", "set"])
    #expect(Suggestions.closest(to: "zzz", among: names) == [])
    #expect(Suggestions.closest(to: String(repeating: "a", count: 1_000_000), among: names) == [])
    #expect(Suggestions.editDistance(Array("abcd".utf8), Array("acbd".utf8)) == 1)
  }

  @Test("cases and values have user-visible labels")
  func labels() {
    #expect(
      ValueSyntax().cases(of: Contacts.Action.self).map(\.signature).sorted() == [
        "addButtonTapped", "deleteButtonTapped(id: Int)", "destination(Presentation<Destination>)",
        "element(id: Int, action: AddContact.Action)", "move(from: Set<Int>, to: Int)",
        "rename(String, to: String?)", "setFilter(Contacts.Filter)", "toggled(Bool)",
      ])
    #expect(caseName(of: Contacts.Action.toggled(true)) == "toggled")
    #expect(caseLabel(of: Loading.response(.success([]))) == "response.success")
    #expect(
      caseLabel(of: Contacts.Action.destination(.presented(.alert)))
        == "destination.presented.alert")
    #expect(caseName(of: 3) == nil)
  }
}
