/** What names the shop, and travels with every page. */
export type ShopSettings = {
  name: string
  tagline: string
  description: string
  /** The address that visitors reach the shop at. */
  url: string
  /** For wholesale and retail inquiries; shown in the notices. */
  email: string
  /** For questions about orders; shown in the footer. */
  supportEmail: string
  social: readonly { name: string; url: string }[]
  /** The lines above the header. `{email}`, `{contact}` and `{shop}` become links. */
  notices: readonly string[]
}
