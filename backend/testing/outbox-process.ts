import { pino } from 'pino'
import { openStore } from '../database/database.ts'
import { createMailer } from '../mail/mailer.ts'
import { startOutbox } from '../mail/outbox-worker.ts'
import { readSettings } from '../settings.ts'
import { getShopSettings } from '../shop-settings/shop-settings.repository.ts'

/** Delivers an outbox until it is killed; its clock is ahead by the given milliseconds. */
const ahead = Number(process.argv[2] ?? 0)
// Without a settings file: tests pass the environment.
const settings = readSettings(process.env)
const { database } = await openStore(settings)
startOutbox({
  database,
  mailer: createMailer(settings, () => getShopSettings(database)),
  log: pino({ level: 'silent' }),
  clock: () => new Date(Date.now() + ahead),
})
setInterval(() => {}, 60_000)
