/** The path of a product's page. */
export function productPath(productId: string): `/product/${string}` {
  return `/product/${encodeURIComponent(productId)}`
}
