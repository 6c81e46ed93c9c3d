/**
 * What a new shop opens with. Its first start takes this into the database and never reads it again: from then
 * on Settings in the admin changes it.
 */
export const shop = {
  name: 'Packwright',
  tagline: 'Backpacks, bags and accessories, made by one family for over 40 years.',
  description:
    'Backpacks for school, work and travel from a family of makers with over 40 years of craft. Made to carry well, made to be repaired.',
  /** The address the shop is reached at, for search engines and shared links; PUBLIC_URL overrides it. */
  url: 'http://localhost:3000',
  /** For wholesale and retail inquiries; shown in the notices. */
  email: 'hello@packwright.example',
  /** For questions about orders; shown in the footer. */
  supportEmail: 'support@packwright.example',
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/packwright.example' },
    { name: 'Facebook', url: 'https://www.facebook.com/packwright.example' },
  ],
  /** The three lines above the header. `{email}`, `{contact}` and `{shop}` become links. */
  notices: [
    'Online orders are not being processed at present.',
    'For wholesale or retail inquiries, write to {email} or use the {contact}.',
    'Click {shop} to see our backpack collection.',
  ],
  /** What stands there in their place while online orders are open; Settings opens them. */
  openNotices: [
    'For wholesale or retail inquiries, write to {email} or use the {contact}.',
    'Click {shop} to see our backpack collection.',
  ],
  /** When cards are charged once orders are open: `at_shipping`, or `at_order` with the order. */
  capture: 'at_shipping' as const,
  /** Business days until an order ships. */
  shipDays: 2,
  /** What percent of its price a product costs wholesale, on the line sheet; 0 is none. */
  wholesalePercent: 0,
  /** Where the shop's days begin and end, whatever the clock of its machine says; the first owner is asked for it. */
  timeZone: 'America/New_York',
  /** Where parcels are sent from; the family enters it under Settings. It stands on packing slips and at the end of emails. */
  shopAddress: null,
}
