import { parseArgs } from 'node:util'
import { cacheCompiledModules } from './compile-cache.ts'
import { restartWithMemoryLimits } from './limit-memory.ts'

restartWithMemoryLimits()
cacheCompiledModules()
// Loaded once the process is the one that stays.
const { runShop } = await import('./run-shop.ts')
const { values } = parseArgs({
  options: { dev: { type: 'boolean', default: false }, follower: { type: 'boolean', default: false } },
})
await runShop({ development: values.dev, follower: values.follower })
