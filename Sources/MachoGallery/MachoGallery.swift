// MachoGallery
