// MachoScripting
