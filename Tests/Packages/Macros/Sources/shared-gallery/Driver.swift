import ComposableArchitecture
import MachoKit
import SharedGallery

/// Three features of the gallery with macros and shared values, under the gallery's names, so that
/// the gallery's scripts run with them.
@main struct Driver: MachoApp {
  let features = [
    Feature(
      "contacts", "The contact list in a file that other devices change.",
      start: ContactsFeature.State(),
      stubs: [
        Stub("contactBook.additions", \.contactBook.additions),
        Stub("contactBook.startSync", \.contactBook.startSync),
      ]
    ) { ContactsFeature() },
    Feature(
      "search", "The repository search with shared favorites.", start: SearchFeature.State(),
      stubs: [
        Stub("gitHub.searchRepositories", \.gitHub.searchRepositories),
        Stub("gitHub.favorites", \.gitHub.favorites),
      ],
      computed: [Computed("favorites", \.favorites)]
    ) { SearchFeature() },
    Feature(
      "search-tca", "The repository list with shared results.", start: RepositoryList(),
      stubs: [
        Stub("gitHub.searchRepositories", \.gitHub.searchRepositories),
        Stub("tracker.log", placeholder: (), \.listServices.log),
        Stub("experiments.isOn", placeholder: false, \.listServices.isOn),
      ],
      computed: [Computed("names", \.names)]
    ) { RepositoryListFeature() },
  ]
}
