import { runShop } from '../../start/run-shop.ts'

// Inherited by the image worker.
process.env.NODE_OPTIONS = `--import=${new URL('../files/quick-pictures.ts', import.meta.url).href}`
await runShop({ development: null, limits: { maxDelay: 60_000 } })
