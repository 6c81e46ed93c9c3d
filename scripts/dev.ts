import { join } from 'node:path'
import { asRecord } from '@shop/contract/coercion'
import { readSettings } from '../backend/settings.ts'
import { createHoldingProxy } from './holding-proxy.ts'
import { runRestarting } from './restarting-program.ts'

const ROOT = join(import.meta.dirname, '..')

const { port, host } = readSettings()

// The backend restarts when one of its files changes; requests are held meanwhile. Vite applies changes of the
// storefront in the browser.
const proxy = createHoldingProxy()
proxy.server.once('error', async (error) => {
  console.error(`The shop could not start: ${error.message}`)
  await end('SIGTERM')
  process.exit(1)
})
proxy.server.listen(port, host)

const end = runRestarting({
  program: join(ROOT, 'backend/main.ts'),
  args: ['--dev'],
  options: {
    // A compile cache makes restarts faster.
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/dev') },
  },
  folders: [join(ROOT, 'backend'), join(ROOT, 'contract')],
  isSource: (file) => /\.(ts|json)$/.test(file) && !/\.test\.ts$|(^|\/)(testing|node_modules)\//.test(file),
  onMessage: greet,
  onCrash: () => console.error('The backend ended. It starts again when one of its files is saved.'),
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, async () => process.exit(await end(signal)))

// Restarts are not logged.
let hasGreeted = false

/** The backend reports its port and the admin's URL whenever it listens. */
function greet(message: unknown): void {
  const { port: backendPort, admin } = asRecord(message) ?? {}
  if (backendPort === undefined) return
  proxy.moveTo(Number(backendPort))
  if (hasGreeted) return
  hasGreeted = true
  const address = proxy.server.address()
  const open = typeof address === 'object' && address !== null ? address.port : port
  const base = `http://${host === '127.0.0.1' ? 'localhost' : host}:${open}`
  console.info(`The shop is open at ${base}`)
  const { sentence, path } = asRecord(admin) ?? {}
  if (typeof sentence === 'string' && typeof path === 'string') console.info(`${sentence} ${base}${path}`)
}
