import { HOUR_MS } from '@shop/contract/durations'
import { isLoopbackUrl } from '@shop/contract/http/loopback'
import { plural } from '@shop/contract/text/plural'
import { listDeliveryOptions } from '../../delivery/delivery.repository.ts'
import { hasSentTestMail } from '../../mail/outbox.repository.ts'
import { currentProvider, type ProviderWords } from '../../payments/providers.ts'
import type { Database } from '../../platform/database/database.ts'
import { canChargeCards, isTestShop, publicUrlOf, type Settings } from '../../platform/settings/settings.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { hasGatewayEvents } from '../../settlement/gateway-events.repository.ts'
import { webhookPathOf } from '../../settlement/webhooks.routes.ts'
import { listUndecidedStates } from '../../tax/sales-tax.repository.ts'
import { findBackupStatus } from '../backup/nightly-backup.ts'

/** A shop that takes money needs a backup this new. */
const NEWEST_BACKUP = 48 * HOUR_MS

type OpeningProblem = { code: string; severity: 'error'; text: string; remedy: string }

type OpeningContext = {
  database: Database
  settings: Pick<Settings, 'publicUrl' | 'port' | 'gateways' | 'demo' | 'smtpUrl'>
  clock: () => Date
}

/** Missing requirements for open orders. A shop with demo data needs no https on this machine. */
export async function findOpeningProblems({ database, settings, clock }: OpeningContext): Promise<OpeningProblem[]> {
  const provider = currentProvider(settings)
  const [shop, hasTestMail, options, undecided, backup, hasWebhook] = await Promise.all([
    getShopSettings(database),
    hasSentTestMail(database),
    listDeliveryOptions(database),
    listUndecidedStates(database),
    findBackupStatus(database, clock()),
    hasGatewayEvents(database, provider.name),
  ])
  const url = publicUrlOf(settings, shop)
  return [
    ...checkAddress(url, settings),
    ...checkKeys(settings, provider),
    ...(settings.smtpUrl === null ? [NO_MAIL_SERVER] : hasTestMail ? [] : [NO_TEST_MAIL]),
    ...(options.length === 0 ? [NO_DELIVERY] : []),
    ...(undecided.length === 0 ? [] : [undecidedStates(undecided.length)]),
    ...(backup.age === null || backup.age > NEWEST_BACKUP ? [NO_BACKUP] : []),
    ...(hasWebhook ? [] : [missingWebhook(url, provider)]),
  ]
}

function checkAddress(url: string, { demo }: Pick<Settings, 'demo'>): OpeningProblem[] {
  if (new URL(url).protocol === 'https:' || (demo && isLoopbackUrl(url))) return []
  const text = `The shop’s address, ${url}, has no https.`
  const remedy = 'Set PUBLIC_URL to the https address that visitors use and restart the shop.'
  return [problem('address_insecure', text, remedy)]
}

function checkKeys({ gateways, demo }: Pick<Settings, 'gateways' | 'demo'>, provider: ProviderWords): OpeningProblem[] {
  if (gateways.length === 0) return [missingKeys(provider)]
  if (demo) return canChargeCards({ gateways }) ? [DEMO_ON] : []
  return isTestShop({ gateways }) ? [sandboxKeys(provider)] : []
}

function problem(code: string, text: string, remedy: string): OpeningProblem {
  return { code, severity: 'error', text, remedy }
}

const DEMO_ON = problem(
  'demo_keys',
  'The shop has demo data (DEMO is on) and would charge real cards.',
  'Set DEMO=off and restart the shop.',
)
const NO_MAIL_SERVER = problem(
  'mail_not_set',
  'No email server is set up, so emails to shoppers are waiting.',
  'Set SMTP_URL and restart the shop.',
)
const NO_TEST_MAIL = problem(
  'mail_untested',
  'The email server has not accepted a test email yet.',
  'Press "Send me a test" in Settings, and wait for the email.',
)
const NO_DELIVERY = problem(
  'delivery_missing',
  'There is no delivery option.',
  'Add one in Settings, with its price and its days.',
)
const NO_BACKUP = problem(
  'backup_missing',
  'No nightly backup was made in the last 48 hours.',
  'Set BACKUP_DIR and restart the shop. A backup is made soon after. See what went wrong on the Backups page.',
)

function missingKeys({ label, settings }: ProviderWords): OpeningProblem {
  return problem(
    'keys_missing',
    `The shop has no ${label} keys, so no card can be charged.`,
    `Set ${settings}, as docs/operations/card-payments.md says, and restart the shop.`,
  )
}

function sandboxKeys({ label, productionSetting }: ProviderWords): OpeningProblem {
  return problem(
    'keys_sandbox',
    `The ${label} keys are for the sandbox, which charges no cards.`,
    `Set the production keys and ${productionSetting}, and restart the shop. To only try it on this machine, set DEMO=on.`,
  )
}

function missingWebhook(url: string, { name, label }: ProviderWords): OpeningProblem {
  return problem(
    'webhook_missing',
    `No message from ${label} has arrived yet. Without them, refunds and disputes are noticed a day late.`,
    `In ${label}'s control panel, add a webhook with the address ${url}${webhookPathOf(name)} and send its test notification. See docs/operations/card-payments.md.`,
  )
}

function undecidedStates(count: number): OpeningProblem {
  const text = `${plural(count, 'One state has', `${count} states have`)} no sales tax decision yet.`
  return problem('tax_undecided', text, 'Choose for each state in Settings. Your accountant knows where it’s due.')
}
