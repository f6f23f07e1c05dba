#if !canImport(Combine)
  public import ComposableCombine
  public import ComposableNetworking

  extension URLSession {
    /// Returns a publisher of the response to a request. Each subscription sends the request.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
      DataTaskPublisher(request: request, session: self)
    }

    /// Returns a publisher of the contents of a URL. Each subscription sends a request.
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
      dataTaskPublisher(for: URLRequest(url: url))
    }

    /// A publisher of the response to a request. Cancelling its subscription cancels the task.
    public struct DataTaskPublisher: Publisher {
      public typealias Output = (data: Data, response: URLResponse)
      public typealias Failure = URLError

      /// The request.
      public let request: URLRequest
      /// The session that sends it.
      public let session: URLSession

      /// Creates a publisher.
      public init(request: URLRequest, session: URLSession) {
        self.request = request
        self.session = session
      }

      public func receive<S: Subscriber>(subscriber: S)
      where S.Input == Output, S.Failure == URLError {
        let response = Deferred { [session, request] in
          let subject = CurrentValueSubject<Output?, URLError>(nil)
          // SAFETY: a subject is thread-safe.
          nonisolated(unsafe) let results = subject
          let task = session.dataTask(with: request) { data, response, error in
            if let response {
              results.send((data ?? Data(), response))
              results.send(completion: .finished)
            } else {
              results.send(completion: .failure(error as? URLError ?? URLError(.unknown)))
            }
          }
          task.resume()
          return subject.handleEvents(receiveCancel: { task.cancel() })
        }
        response.compactMap { $0 }.subscribe(subscriber)
      }
    }
  }
#endif
