import { parseArgs } from 'node:util'
import { cacheCompiledModules, restartWithMemoryLimits } from './process/limit-memory.ts'

restartWithMemoryLimits()
cacheCompiledModules()
// Loaded once the process is the one that stays.
const { runShop } = await import('./process/run-shop.ts')
const { values } = parseArgs({
  options: { follower: { type: 'boolean', default: false } },
})
await runShop({ development: null, follower: values.follower })
