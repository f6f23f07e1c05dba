// MachoAdapters
