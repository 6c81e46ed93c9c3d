/** The shop's settings, which are sent with every page. */
export type ShopSettings = {
  name: string
  tagline: string
  description: string
  /** The URL that visitors reach the shop at. */
  url: string
  /** For wholesale and retail inquiries; shown in the notices. */
  email: string
  /** For questions about orders; shown in the footer. */
  supportEmail: string
  social: readonly { name: string; url: string }[]
  /** The lines above the header. `{email}`, `{contact}` and `{shop}` become links. */
  notices: readonly string[]
}
