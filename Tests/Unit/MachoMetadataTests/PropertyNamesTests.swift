import Testing

@testable import MachoMetadata

private struct Values {
  var client: Client {
    get { Client(isReady: isReady) }
    set { isReady = newValue.isReady }
  }
  var isReady = false
}

private struct Client {
  var isReady: Bool
  var search: @Sendable (Int) -> Int = { $0 }
}

@Suite struct `The names of a key path` {
  private func names(_ description: String, _ functions: [UInt: String] = [:]) -> String? {
    PropertyNames.names(in: description) { functions[$0] }
  }

  @Test func `are those of stored properties`() {
    #expect(names(#"\Values.client.search"#) == "client.search")
    #expect(names(#"\Box<Module.Item, (Int, b: Int)>.value"#) == "value")
  }

  @Test func `are those of the accessors of computed properties`() {
    let functions: [UInt: String] = [
      0x1a: "key path getter for (extension in App):Lib.Values.client : App.Client",
      0x1b: "key path getter for App.Client.search : @Sendable (Swift.Int) -> Swift.Int",
      0x1c: "App.Client.isReady.getter : Swift.Bool",
    ]
    #expect(
      names(
        #"\Values.<computed 0x1a (Client)>.<computed 0x1b (@Sendable (Int) -> (Int, b: Int))>"#,
        functions) == "client.search")
    #expect(names(#"\Values.<computed 0x1c (Bool)>.first"#, functions) == "isReady.first")
  }

  @Test func `are unknown without symbols`() {
    #expect(names(#"\Values.<computed 0x1a (Client)>.search"#) == nil)
    #expect(names(#"\Values."#) == nil)
  }

  #if MACHO_LINUX && DEBUG
    @Test func `are found in the running executable`() {
      #expect(PropertyNames.of(\Values.client.search) == "client.search")
      #expect(PropertyNames.of(\Values.isReady) == "isReady")
    }
  #endif
}
