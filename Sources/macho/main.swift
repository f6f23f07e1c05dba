print("macho")
