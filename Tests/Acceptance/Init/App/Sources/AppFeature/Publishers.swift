import Combine

func one() -> AnyPublisher<Int, Never> { Just(1).eraseToAnyPublisher() }
