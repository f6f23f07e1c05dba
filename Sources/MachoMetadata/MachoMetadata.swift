// MachoMetadata
