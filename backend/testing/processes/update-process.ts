import { backUpBeforeUpdate } from '../../operations/backup/nightly-backup.ts'
import { openStore } from '../../platform/database/database.ts'
import { readSettings } from '../../platform/settings/settings.ts'

/** Opens a shop, with migrations, once a line arrives on standard input, and prints the report. */
const settings = readSettings(process.env)
const beforeUpdate = backUpBeforeUpdate(settings, (sentence) => console.info(sentence))
console.info('ready')
process.stdin.once('data', async () => {
  const store = await openStore(settings, { beforeUpdate })
  await store.close()
  console.info('open')
  process.exit()
})
