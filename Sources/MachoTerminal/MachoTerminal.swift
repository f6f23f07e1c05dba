// MachoTerminal
