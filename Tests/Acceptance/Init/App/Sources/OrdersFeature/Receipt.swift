import StoreKit

func price(of product: Product) -> String { product.displayPrice }
