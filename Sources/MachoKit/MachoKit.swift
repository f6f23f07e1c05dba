// MachoKit
