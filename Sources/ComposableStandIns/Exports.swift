// Small stand-ins for what only Apple platforms have, so that a file of reducers that names it compiles.
@_exported public import Composable
@_exported public import Foundation
