import { backUpBeforeUpdate } from '../backup/backup-before-update.ts'
import { openStore } from '../database/database.ts'
import { readSettings } from '../settings.ts'

/** Brings a shop up to date as a start does, when it is told to on its input, and tells what was said. */
const settings = readSettings(process.env)
const beforeUpdate = backUpBeforeUpdate(settings, (sentence) => console.info(sentence))
console.info('ready')
process.stdin.once('data', async () => {
  const store = await openStore(settings, { beforeUpdate })
  await store.close()
  console.info('open')
  process.exit()
})
