/** Groups of calls in the API document: by caller, and in the admin by subject. */
export const CALL_GROUPS = {
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
export type CallGroup = keyof typeof CALL_GROUPS

/** By the part of the path after `/api/admin/`; `admin: shop` has all others. */
export type AdminGroups = Readonly<Record<string, Extract<CallGroup, `admin: ${string}`>>>

export function groupOf(path: string, adminGroups: AdminGroups, security: readonly object[] = []): CallGroup {
  const noun = /^\/api\/admin\/([\w-]+)/.exec(path)?.[1]
  if (noun !== undefined) return adminGroups[noun] ?? 'admin: shop'
  if (path.startsWith('/api/webhooks/')) return 'gateway'
  const needsToken = security.length > 0 && security.every((scheme) => 'token' in scheme)
  return needsToken || path.startsWith('/api/auth/') ? 'account' : 'shopper'
}
