import { hashScript, type PageScripts } from '../../pages/page-scripts.ts'
import type { Finding } from '../../platform/finding.ts'
import { fetchPublic, type IsAllowed } from '../../platform/lib/fetch-public.ts'
import { findForeignCode } from './foreign-code.ts'

const TIMEOUT_MS = 10_000

const MAX_CONCURRENT = 4

/** Differences to name; others are counted. */
const MAX_SHOWN = 3

type BuiltCheckout = {
  /** As shoppers use it. */
  origin: string
  /** As the shop sends it. */
  policy: string
  scripts: PageScripts
  /** Allowed addresses, since `origin` may be typed into the settings. */
  isAllowed: IsAllowed
}

/**
 * Compares the checkout that shoppers get with the build, as PCI DSS requires (6.4.3 and 11.6.1): scripts, content
 * security policy, and every file that may be loaded. A proxy or CDN may have changed them.
 */
export async function checkCheckoutPage(built: BuiltCheckout): Promise<Finding[]> {
  const page = await fetchPublic(`${built.origin}/checkout`, TIMEOUT_MS, built.isAllowed)
  if ('problem' in page) return [unreachable(built.origin, page.problem)]
  const differences = [
    ...policyDifferences(page.headers['content-security-policy'], built.policy),
    ...findForeignCode(page.text, built),
    ...(await fileDifferences(built)),
  ]
  return differences.length === 0 ? [] : [changed(built.origin, differences)]
}

function policyDifferences(sent: string | string[] | undefined, expected: string): string[] {
  if (sent === undefined) return ['it has no content security policy']
  return sent === expected ? [] : ['its content security policy is another one']
}

async function fileDifferences({ origin, scripts, isAllowed }: BuiltCheckout): Promise<string[]> {
  const differences: string[] = []
  const waiting = Object.entries(scripts.files)
  async function compareNext(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [path, hash] = next
      const file = await fetchPublic(origin + path, TIMEOUT_MS, isAllowed)
      if ('problem' in file) differences.push(`${path} could not be fetched (${file.problem})`)
      else if (hashScript(file.text) !== hash) differences.push(`${path} has other contents`)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, compareNext))
  return differences.toSorted()
}

function unreachable(origin: string, problem: string): Finding {
  return {
    code: 'checkout_unreachable',
    severity: 'warning',
    text: `The checkout could not be fetched at ${origin} (${problem}), so its scripts were not compared with the build.`,
    remedy:
      'Open that address in a browser. If it is right there, let this machine reach it too; else check PUBLIC_URL.',
  }
}

function changed(origin: string, differences: readonly string[]): Finding {
  const more = differences.length - MAX_SHOWN
  const named = `${differences.slice(0, MAX_SHOWN).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
  return {
    code: 'checkout_changed',
    severity: 'error',
    text: `The checkout that shoppers get at ${origin} is not the one that was built: ${named}.`,
    remedy:
      'If the shop was built anew, start it again. Otherwise pause orders, and ask your web server’s operator what it changes in pages.',
  }
}
