import Composable
import Foundation

/// Waits for what somebody writes into a named pipe, however long that takes them.
struct Listener: Reducer {
  struct State: Equatable {
    var heard: [String] = []
  }

  enum Action: Equatable {
    case listen(path: String)
    case heard(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .listen(let path):
        return .run { send in
          let data = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              let pipe = FileHandle(forReadingAtPath: path)
              continuation.resume(returning: pipe?.availableData)
            }
          }
          await send(.heard(String(decoding: data ?? Data(), as: UTF8.self)))
        }
      case .heard(let text):
        state.heard.append(text)
        return .none
      }
    }
  }
}
