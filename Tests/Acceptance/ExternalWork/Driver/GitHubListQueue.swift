import Dispatch
import MachoGallery
import MachoKit

/// The gallery's list with publishers that receive responses on a dispatch queue, a thread that macho
/// does not own.
let gitHubListQueue = Gallery.gitHubList(
  "github-list-queue", "Flux: responses arrive on a dispatch queue."
) { dispatcher, stores, tasks in
  let creator = GitHubPublisherActionCreator(
    dispatcher: dispatcher, stores: stores, tasks: tasks,
    scheduler: DispatchQueue(label: "responses").eraseToAnyScheduler())
  return { creator.perform($0) }
}
