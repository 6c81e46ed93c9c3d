import { cacheCompiledModules, restartWithMemoryLimits } from './platform/process/limit-memory.ts'
import { readFlags } from './platform/process/read-flags.ts'

const flags = readFlags({
  command: 'node backend/main.ts',
  does: 'Starts the shop, whose pages have been built. Settings are in .env and the environment.',
  flags: { '--follower': 'Only serves requests; another process of this machine does all other work.' },
})
restartWithMemoryLimits()
cacheCompiledModules()
// Loaded once the process is the one that stays.
const { runShop } = await import('./start/run-shop.ts')
await runShop({ development: null, follower: flags.has('--follower') })
