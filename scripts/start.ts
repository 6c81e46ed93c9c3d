import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readFlags } from '../backend/platform/process/read-flags.ts'
import { APPLICATIONS, isBuilt } from './build-stamp.ts'

const ROOT = join(import.meta.dirname, '..')

// Loaded for help only, since each module takes time at the start.
const asksForHelp = process.argv.some((arg) => arg === '--help' || arg === '-h')
const more = asksForHelp ? (await import('../backend/platform/settings/settings.ts')).listSettings() : undefined
readFlags({
  command: 'npm start',
  does: 'Starts the shop; builds its pages first if they have changed. Settings are in .env and the environment.',
  more,
})
// The build runs in a process of its own: the shop does not carry the build tools' memory with it.
if (!APPLICATIONS.every(isBuilt)) {
  console.info('Building the pages, this takes a few seconds once …')
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--missing'], {
    stdio: 'inherit',
    cwd: ROOT,
  })
  if (status !== 0) process.exit(status ?? 1)
}
// Loaded after the build, since it takes memory too.
const { runShop } = await import('../backend/start/run-shop.ts')
await runShop({ development: null })
