import { haveCardsFailed } from '../../payments/gateway/card-failures.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Finding } from '../../platform/finding.ts'
import { findJob } from '../../platform/jobs/jobs.repository.ts'
import { RECONCILIATION_JOB } from '../../settlement/reconcile.ts'
import { findAuthorizationEndedLast } from './doctor.repository.ts'

/** The gateway's recent errors. */
export async function checkGateway({ database, clock }: { database: Database; clock: () => Date }): Promise<Finding[]> {
  const job = await findJob(database, RECONCILIATION_JOB)
  const refused = await findAuthorizationEndedLast(database, 'rejected')
  const done = await findAuthorizationEndedLast(database, 'done')
  const answered = [done?.finished_at, job?.succeeded_at].flatMap((time) => time ?? [])
  const areRefused = refused?.last_error === 'keys' && answered.every((time) => time < (refused.finished_at ?? ''))
  return [
    ...(areRefused ? [KEYS_REFUSED] : []),
    ...(job === null || job.failure === null ? [] : [NOT_COMPARED]),
    ...((await haveCardsFailed(database, clock())) ? [CARDS_FAILED] : []),
  ]
}

const KEYS_REFUSED: Finding = {
  code: 'keys_refused',
  severity: 'error',
  text: 'Braintree does not accept the keys of the shop, so no card can be charged and no one can order.',
  remedy: `Compare the four BRAINTREE settings with the keys in Braintree's control panel, and restart the shop.`,
}

const NOT_COMPARED: Finding = {
  code: 'payments_not_compared',
  severity: 'error',
  text: 'The payments could not be compared with Braintree at night.',
  remedy: 'The log says why, and the shop tries again every hour. Check the BRAINTREE settings if it does not pass.',
}

/** A warning only: browsers report it, so anyone can. */
const CARDS_FAILED: Finding = {
  code: 'card_fields_failed',
  severity: 'warning',
  text: 'The card fields did not work for shoppers ten times in an hour, so they couldn’t pay.',
  remedy: `Open the checkout on a phone and see whether the card fields come up. If they do not, look at Braintree's status page; if they do, it has passed.`,
}
