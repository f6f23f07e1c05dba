import MachoKit

@main struct Driver: MachoApp {
  let features = [
    Feature(
      "reading-list", "Books to read.", start: ReadingList.State(),
      stubs: [Stub("library.search") { $0.library.search = $1 }],
      computed: [Computed("unread", \.unread)]
    ) {
      ReadingList()
    }
  ]
}
