import { readFlags } from '../backend/platform/process/read-flags.ts'
import { runShop } from '../backend/start/run-shop.ts'
import { openDevelopment } from './development.ts'

readFlags({ command: 'npm run dev', does: 'Starts the shop from its sources, and reloads them when they are saved.' })
// `npm run dev` runs this under `node --watch`, which restarts it when a file of the backend or the contract is saved.
// The folders are named: left to find out which files are loaded, Node misses what is saved while the shop starts.
// Vite applies changes of the storefront and the admin in the browser.
await runShop({ development: openDevelopment() })
