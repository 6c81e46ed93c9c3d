/** The parts of the tests, by which `npm test` is told what to run. */
export const PARTS = ['static', 'unit', 'browser'] as const
export type Part = (typeof PARTS)[number]

export const CHECKS_HEADLINE = 'Types, lint, format, and unused code'
export const BUILD_HEADLINE = 'Build of storefront and admin'
export const BROWSER_HEADLINE = 'Browser, as a phone and as a desktop'

/** Names what one run of Vitest tests. */
export function vitestHeadline(parts: readonly Part[], isLong: boolean): string {
  const names = [
    ...(parts.includes('static') ? ['rules of the project'] : []),
    ...(parts.includes('unit') ? ['units', 'the API on SQLite and PostgreSQL'] : []),
    ...(parts.includes('unit') && isLong ? ['several nodes', 'updates'] : []),
  ]
  const list = new Intl.ListFormat('en').format(names)
  return list.charAt(0).toUpperCase() + list.slice(1)
}
