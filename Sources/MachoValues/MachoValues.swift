// MachoValues
