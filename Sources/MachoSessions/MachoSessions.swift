// MachoSessions
