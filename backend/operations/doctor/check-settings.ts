import { isLoopbackUrl } from '@shop/contract/loopback'
import type { ShopSettings } from '@shop/contract/shop'
import { mailToOf, opensOnlyHere, publicUrlOf, type Settings } from '../../settings/settings.ts'

export type CheckedSettings = Pick<Settings, 'publicUrl' | 'port' | 'host' | 'mailTo' | 'trustProxy' | 'smtpUrl'>

/** Domains that nobody can own. */
const NO_DOMAIN = /@(.*\.)?(example(\.(com|net|org))?|invalid|test)$/i

type CheckedShop = Pick<ShopSettings, 'url' | 'email'> & { hasDemoCustomer: boolean }

/** What the settings of a shop that visitors reach leave open. */
export function checkSettings(settings: CheckedSettings, shop: CheckedShop): Finding[] {
  const url = new URL(publicUrlOf(settings, shop))
  const isPublic = !isLoopbackUrl(url.href)
  return [
    ...(shop.hasDemoCustomer && !opensOnlyHere(settings, shop) ? [DEMO_ON] : []),
    ...(url.protocol === 'https:' && settings.trustProxy.length === 0 ? [NO_PROXY] : []),
    ...(!isPublic && settings.smtpUrl !== null ? [localLinks(url.origin)] : []),
    ...(NO_DOMAIN.test(mailToOf(settings, shop)) ? [noMailbox(mailToOf(settings, shop))] : []),
  ]
}

const DEMO_ON: Finding = {
  code: 'demo_on',
  severity: 'warning',
  text: 'The demo customer and demo orders are in the shop, and their password is public.',
  remedy: 'Start the shop again, which removes them.',
}

const NO_PROXY: Finding = {
  code: 'proxy_not_trusted',
  severity: 'error',
  text: 'The shop does not know the web server in front of it, so all visitors share one limit, and the admin stays closed.',
  remedy:
    'Set TRUST_PROXY to the address that the web server connects from, such as 127.0.0.1, and start the shop again.',
}

function localLinks(origin: string): Finding {
  return {
    code: 'links_local',
    severity: 'error',
    text: `Links in mails lead to ${origin}, which only this machine reaches.`,
    remedy: 'Set PUBLIC_URL to the address that visitors use and start the shop again.',
  }
}

function noMailbox(address: string): Finding {
  return {
    code: 'mailbox_missing',
    severity: 'warning',
    text: `Messages of visitors are mailed to ${address}, which does not exist.`,
    remedy:
      'Set MAIL_TO and start the shop again, or run "npm run shop -- settings set email" with your address and --yes.',
  }
}

/** Something that is wrong with the shop, and how to mend it. */
export type Finding = {
  /** Stable, for programs: `mail_failed`. */
  code: string
  /** `error`: shoppers or the owner miss something already. */
  severity: 'error' | 'warning'
  text: string
  /** What to do, a sentence. */
  remedy: string
}
