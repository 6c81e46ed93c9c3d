/** A link to the screen that mends something. */
type Remedy = { label: string; to: string }

/** The screen that mends what the doctor finds; without one it is mended on the machine that runs the shop. */
export const REMEDY_LINKS: Readonly<Record<string, Remedy>> = {
  mail_not_set: { label: 'View emails', to: '/mails' },
  mail_untested: { label: 'Send a test', to: '/settings#mail' },
  mail_text_broken: { label: 'Fix it', to: '/mail-texts' },
  backup_not_set: { label: 'How to', to: '/backups' },
  backup_folder: { label: 'View backups', to: '/backups' },
  backup_missing: { label: 'View backups', to: '/backups' },
  delivery_missing: { label: 'Add one', to: '/settings#delivery' },
  picture_missing: { label: 'View products', to: '/products' },
  alt_missing: { label: 'View products', to: '/products' },
  price_zero: { label: 'Set the price', to: '/products' },
  sold_out: { label: 'Set the stock', to: '/products?stock=out' },
  tax_undecided: { label: 'Decide', to: '/settings#sales-tax' },
  sales_tax_near: { label: 'View states', to: '/settings#sales-tax' },
  pages_missing: { label: 'View visits', to: '/visits' },
}
