import AppFeature
import SwiftUI

struct Root: View {
  var body: some View { Text("Shop") }
}
