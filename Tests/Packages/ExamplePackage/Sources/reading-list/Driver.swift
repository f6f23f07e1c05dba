import MachoKit

@main struct Driver: MachoApp {
  let features = [
    Feature(
      "reading-list", "Books to read.", start: ReadingList.State(),
      stubs: [Stub("library.search", \.library.search)],
      computed: [Computed("unread", \.unread)]
    ) {
      ReadingList()
    }
  ]
}
