/** The groups of calls in the document: who calls, and in the admin what about. */
export const TAGS = {
  shopper: 'Everyone who visits the shop. No account needed.',
  account: 'Customers with an account: signing in, their data and their orders.',
  gateway: 'The payment gateway, which sends notifications.',
  'admin: sign-in': 'Owners and helpers: sign-in, sessions, invitations and rights.',
  'admin: orders': 'Orders, shipping, returns and refunds.',
  'admin: products': 'Products, their colors and lines, stock, pictures and scheduled changes.',
  'admin: customers': 'Customers, inquiries and the waitlist.',
  'admin: payments': 'Payments that need a decision, and disputes.',
  'admin: sales': 'Sales, sales tax, discount codes and visits.',
  'admin: texts': 'Pages, email templates and unsent emails.',
  'admin: shop': 'Settings, delivery, backups, the log of changes and what needs attention today.',
} as const satisfies Record<string, string>
export type Tag = keyof typeof TAGS

const ADMIN_TAGS: Readonly<Record<string, Tag>> = {
  ...each('admin: sign-in', 'auth', 'entrance', 'invite', 'owners', 'passkeys', 'reset', 'session', 'sessions'),
  ...each('admin: orders', 'orders', 'shipping'),
  ...each('admin: products', 'colors', 'line-sheet', 'lines', 'media', 'planned-changes'),
  ...each('admin: products', 'product-order', 'products', 'products-csv'),
  ...each('admin: customers', 'customers', 'inquiries', 'waitlist'),
  ...each('admin: payments', 'disputes', 'payments'),
  ...each('admin: sales', 'demand', 'discounts', 'sales', 'sales-tax', 'visits'),
  ...each('admin: texts', 'mail-texts', 'mails', 'pages'),
}

function each(tag: Tag, ...nouns: string[]): Record<string, Tag> {
  return Object.fromEntries(nouns.map((noun) => [noun, tag]))
}

/** Returns the group of a call: by its noun in the admin, and elsewhere by whether it is about an account. */
export function tagOf(path: string, security: readonly object[] = []): Tag {
  const noun = /^\/api\/admin\/([\w-]+)/.exec(path)?.[1]
  if (noun !== undefined) return ADMIN_TAGS[noun] ?? 'admin: shop'
  if (path.startsWith('/api/webhooks/')) return 'gateway'
  const needsToken = security.length > 0 && security.every((scheme) => 'token' in scheme)
  return needsToken || path.startsWith('/api/auth/') ? 'account' : 'shopper'
}
