import { haveCardsFailed } from '../../payments/gateway/card-failures.ts'
import { currentProvider, type ProviderWords } from '../../payments/providers.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Finding } from '../../platform/finding.ts'
import { findJob } from '../../platform/jobs/jobs.repository.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { RECONCILIATION_JOB } from '../../settlement/reconcile.ts'
import { findAuthorizationEndedLast } from './doctor.repository.ts'

type Checked = { database: Database; settings: Pick<Settings, 'gateways'>; clock: () => Date }

/** The gateway's recent errors. */
export async function checkGateway({ database, settings, clock }: Checked): Promise<Finding[]> {
  const provider = currentProvider(settings)
  const job = await findJob(database, RECONCILIATION_JOB)
  const refused = await findAuthorizationEndedLast(database, 'rejected')
  const done = await findAuthorizationEndedLast(database, 'done')
  const answered = [done?.finished_at, job?.succeeded_at].flatMap((time) => time ?? [])
  const areRefused = refused?.last_error === 'keys' && answered.every((time) => time < (refused.finished_at ?? ''))
  return [
    ...(areRefused ? [keysRefused(provider)] : []),
    ...(job === null || job.failure === null ? [] : [notCompared(provider)]),
    ...((await haveCardsFailed(database, clock())) ? [cardsFailed(provider)] : []),
  ]
}

function keysRefused({ label, settings }: ProviderWords): Finding {
  return {
    code: 'keys_refused',
    severity: 'error',
    text: `${label} does not accept the keys of the shop, so no card can be charged and no one can order.`,
    remedy: `Compare ${settings} with the keys in ${label}'s control panel, and restart the shop.`,
  }
}

function notCompared({ label, settings }: ProviderWords): Finding {
  return {
    code: 'payments_not_compared',
    severity: 'error',
    text: `The payments could not be compared with ${label} at night.`,
    remedy: `The log says why, and the shop tries again every hour. Check ${settings} if it does not pass.`,
  }
}

/** A warning only: browsers report it, so anyone can. */
function cardsFailed({ label }: ProviderWords): Finding {
  return {
    code: 'card_fields_failed',
    severity: 'warning',
    text: 'The card fields did not work for shoppers ten times in an hour, so they couldn’t pay.',
    remedy: `Open the checkout on a phone and see whether the card fields come up. If they do not, look at ${label}'s status page; if they do, it has passed.`,
  }
}
