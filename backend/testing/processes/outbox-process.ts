import { pino } from 'pino'
import { createMailer } from '../../mail/mailer.ts'
import { startOutbox } from '../../mail/outbox-worker.ts'
import { openStore } from '../../platform/database/database.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'

/** Delivers an outbox until it is killed. */
// Without a settings file: tests pass the environment.
const settings = readSettings(process.env)
const { database } = await openStore(settings)
startOutbox({
  database,
  mailer: createMailer(settings, () => getShopSettings(database)),
  log: pino({ level: 'silent' }),
})
setInterval(() => {}, 60_000)
