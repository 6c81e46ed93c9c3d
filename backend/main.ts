import { readFlags } from './platform/process/read-flags.ts'

readFlags({
  command: 'node backend/main.ts',
  does: 'Starts the shop, whose pages have been built. Settings are in .env and the environment.',
})
// Loaded after the flags were read, so `--help` answers at once.
const { runShop } = await import('./start/run-shop.ts')
await runShop({ development: null })
