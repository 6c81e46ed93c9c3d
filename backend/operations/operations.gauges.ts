import { HOUR_MS } from '@shop/contract/durations'
import { isLoopbackUrl } from '@shop/contract/http/loopback'
import type { Context } from '../platform/context.ts'
import type { Gauge } from '../platform/module.ts'
import { findBackupStatus } from './backup/nightly-backup.ts'
import { readCertificate } from './doctor/check-certificate.ts'

export function operationsGauges({
  database,
  settings: { publicUrl, backupDir },
  clock,
}: Pick<Context, 'database' | 'settings' | 'clock'>): Gauge[] {
  const isHttps = publicUrl?.startsWith('https:') === true && !isLoopbackUrl(publicUrl)
  const findCertificate = createHourly(() => readCertificate(publicUrl ?? ''), clock)
  return [
    {
      name: 'shop_certificate_wanted',
      help: 'Whether PUBLIC_URL is an https address, whose certificate is looked at',
      label: 'setting',
      measure: () => ({ PUBLIC_URL: Number(isHttps) }),
    },
    {
      name: 'shop_certificate_remaining_seconds',
      help: 'How long browsers still trust the certificate of PUBLIC_URL; 0 or less when they do not, nothing when there is none',
      label: 'setting',
      measure: async (): Promise<Record<string, number>> => {
        const state = isHttps ? await findCertificate() : null
        if (state === null || state.endsAt === null) return {}
        const seconds = (state.endsAt.getTime() - clock().getTime()) / 1000
        return { PUBLIC_URL: state.problem === null ? seconds : Math.min(seconds, 0) }
      },
    },
    {
      name: 'shop_backup_wanted',
      help: 'Whether a backup is to be made every night',
      label: 'backup',
      measure: () => ({ nightly: Number(backupDir !== null) }),
    },
    {
      name: 'shop_backup_age_seconds',
      help: 'How long ago the last nightly backup succeeded; nothing when none ever did',
      label: 'backup',
      measure: async (): Promise<Record<string, number>> => {
        const { age } = await findBackupStatus(database, clock())
        return age === null ? {} : { nightly: age / 1000 }
      },
    },
  ]
}

/** Measures hourly; concurrent scrapes share a measurement. */
function createHourly<T>(measure: () => Promise<T>, clock: () => Date): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | null = null
  return () => {
    const now = clock().getTime()
    if (last === null || now - last.at > HOUR_MS) last = { at: now, value: measure() }
    return last.value
  }
}
