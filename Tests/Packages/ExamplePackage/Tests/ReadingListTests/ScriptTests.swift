import MachoTesting
import Testing

@testable import reading_list

@Test(arguments: MachoScript.all(in: "../../scripts"))
func `a script passes`(_ script: MachoScript) throws { try script.run(Driver().features) }
