import Composable
import MachoKit

/// The features of daily life: each with its defect, and with the fix as 'NAME-fixed'.
let daily: [Feature] =
  [false, true].flatMap { isFixed in
    [
      feature("profile", ProfileScreen.State(), isFixed) { ProfileScreen(isFixed: isFixed) },
      feature("suggestions", SuggestionList.State(), isFixed) { SuggestionList(isFixed: isFixed) },
      feature("feed", PagedFeed.State(), isFixed) { PagedFeed(isFixed: isFixed) },
      feature("dashboard", Dashboard.State(), isFixed) { Dashboard(isFixed: isFixed) },
      feature("checkout", Checkout.State(), isFixed) { Checkout(isFixed: isFixed) },
      feature("upload", Upload.State(), isFixed) { Upload(isFixed: isFixed) },
      feature("files", FileList.State(), isFixed) { FileList(isFixed: isFixed) },
      feature("star", FavoriteStar.State(), isFixed) { FavoriteStar(isFixed: isFixed) },
      feature("stopwatch", Stopwatch.State(), isFixed) { Stopwatch(isFixed: isFixed) },
      feature("sounds", SoundList.State(), isFixed) { SoundList(isFixed: isFixed) },
      feature("sync", Synchronization.State(), isFixed) { Synchronization(isFixed: isFixed) },
      feature("prices", PriceApp.State(), isFixed) { PriceApp(isFixed: isFixed) },
      feature("mailbox", Mailbox.State(), isFixed) { Mailbox(isFixed: isFixed) },
      feature("notebook", Notebook.State(), isFixed) { Notebook(isFixed: isFixed) },
      feature("messages", MessageList.State(), isFixed) { MessageList(isFixed: isFixed) },
      feature("refresh", RefreshedList.State(), isFixed) { RefreshedList(isFixed: isFixed) },
      feature("spinner", TwoRequests.State(), isFixed) { TwoRequests(isFixed: isFixed) },
      feature("cart", ShopCart.State(), isFixed) { ShopCart(isFixed: isFixed) },
      feature("orders", OrderList.State(), isFixed) { OrderList(isFixed: isFixed) },
      feature("deletion", DeletedRows.State(), isFixed) { DeletedRows(isFixed: isFixed) },
      feature("selection", SelectedRow.State(), isFixed) { SelectedRow(isFixed: isFixed) },
      feature("countdown", Countdown.State(), isFixed) { Countdown(isFixed: isFixed) },
      feature("sketch", SketchPage.State(), isFixed) { SketchPage(isFixed: isFixed) },
      feature("basket", FruitBasket.State(), isFixed) { FruitBasket(isFixed: isFixed) },
      feature("code", CodeCheck.State(), isFixed) { CodeCheck(isFixed: isFixed) },
      feature("message", MessageForm.State(), isFixed) { MessageForm(isFixed: isFixed) },
      feature("account", SearchAccount.State(), isFixed) { SearchAccount(isFixed: isFixed) },
      feature("form", NameForm.State(), isFixed) { NameForm(isFixed: isFixed) },
      feature("signup", SignUpForm.State(), isFixed) { SignUpForm(isFixed: isFixed) },
      feature("voucher", VoucherField.State(), isFixed) { VoucherField(isFixed: isFixed) },
      feature("tracks", TrackList.State(), isFixed) { TrackList(isFixed: isFixed) },
      feature("tour", PageTour.State(), isFixed) { PageTour(isFixed: isFixed) },
      feature("guests", GuestList.State(), isFixed) { GuestList(isFixed: isFixed) },
      feature("links", LinkOpener.State(), isFixed) { LinkOpener(isFixed: isFixed) },
      feature("past-orders", PastOrders.State(), isFixed) { PastOrders(isFixed: isFixed) },
      feature("directory", Directory.State(), isFixed) { Directory(isFixed: isFixed) },
      feature("recipes", RecipeBook.State(), isFixed) { RecipeBook(isFixed: isFixed) },
      feature("retry", RetriedPage.State(), isFixed) { RetriedPage(isFixed: isFixed) },
      feature("downloads", DownloadList.State(), isFixed) { DownloadList(isFixed: isFixed) },
      Feature(name("weather", isFixed), start: WeatherViewModel.Output(), stubs: stubs) {
        WeatherViewModel($0, $1, isFixed: isFixed)
      },
      Feature(
        name("news", isFixed), start: News(), actions: [News.Event.self], stubs: stubs
      ) {
        News.store($0, $1, isFixed: isFixed)
      },
      Feature(name("token", isFixed), start: TokenViewModel.Output(), stubs: stubs) {
        TokenViewModel($0, $1, isFixed: isFixed)
      },
    ]
  } + [
    feature("search", CarefulSearch.State(), true) { CarefulSearch() },
    feature("editor", CarefulEditor.State(), true) { CarefulEditor() },
    feature("loader", CarefulLoader.State(), true) { CarefulLoader() },
    feature("game", CarefulGame.State(), true) { CarefulGame() },
    feature("booking", CarefulBooking.State(), true) { CarefulBooking() },
  ]

private let stubs = [
  Stub("content.profile", \.content.profile), Stub("content.suggestions", \.content.suggestions),
  Stub("content.page", \.content.page), Stub("content.cached", \.content.cached),
  Stub("content.remote", \.content.remote), Stub("content.download", \.content.download),
  Stub("content.prices", \.content.prices), Stub("account.signIn", \.account.signIn),
  Stub("account.inbox", \.account.inbox), Stub("account.submitOrder", \.account.submitOrder),
  Stub("account.upload", \.account.upload), Stub("account.renewToken", \.account.renewToken),
  Stub("account.setFavorite", \.account.setFavorite), Stub("shop.items", \.shop.items),
  Stub("shop.delete", \.shop.delete), Stub("shop.login", \.shop.login),
  Stub("shop.orders", \.shop.orders), Stub("shop.isValid", \.shop.isValid),
  Stub("account.sendMessage", \.account.sendMessage),
]

private func name(_ name: String, _ isFixed: Bool) -> String {
  "daily-\(name)" + (isFixed ? "-fixed" : "")
}

private func feature<R: Reducer & SendableMetatype>(
  _ text: String, _ start: @autoclosure @escaping @Sendable () -> R.State, _ isFixed: Bool,
  _ make: @escaping @Sendable () -> R
) -> Feature {
  Feature(name(text, isFixed), start: start(), stubs: stubs, reducer: make)
}
