import MachoGallery
import MachoKit

@main struct GalleryDriver: MachoApp {
  let features = Gallery.features
}
