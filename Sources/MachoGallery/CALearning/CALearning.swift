/// Clean Architecture with publishers: the application of `Boot`, in the layers and with the names of
/// its specification.
///
/// | folder | content |
/// |---|---|
/// | `System` | the protocol that use cases conform to |
/// | `Service/Application` | the use case: scenes, and what leads from one to the next |
/// | `Service/Domain` | the model, and the interface of the store that it needs |
/// | `Service/Infrastructure` | the stores that implement the interface |
/// | `Service/Presentation` | the presenter, and the view that shows its values |
///
/// Dependencies point to the domain. The domain finds a store in `Dependencies`, which the outside
/// fills.
enum CALearning {}
