import { join } from 'node:path'
import { asRecord } from '@shop/contract/coercion'
import type { ViteCall } from '../backend/http/development-vite.ts'
import { readSettings } from '../backend/settings.ts'
import { createHoldingProxy } from './holding-proxy.ts'
import { runRestarting } from './restarting-program.ts'
import { openViteServers } from './vite-servers.ts'

const ROOT = join(import.meta.dirname, '..')

const { port, host } = readSettings()

// The backend restarts when one of its files changes; requests are held meanwhile. Vite applies changes of the
// storefront and the admin in the browser. It runs here, since its start takes longer than the backend's.
const end = runRestarting({
  program: join(ROOT, 'backend/main.ts'),
  args: ['--dev'],
  options: {
    // A compile cache makes restarts faster.
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/dev') },
  },
  folders: [join(ROOT, 'backend'), join(ROOT, 'contract')],
  isSource: (file) => /\.(ts|json)$/.test(file) && !/\.test\.ts$|(^|\/)(testing|node_modules)\//.test(file),
  onMessage: (message, reply) => {
    if (isListening(message)) void greet(message)
    else if (isViteCall(message)) void callVite(message).then(reply)
  },
  onCrash: () => console.error('The backend ended. It starts again when one of its files is saved.'),
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, async () => process.exit(await end(signal)))

const proxy = createHoldingProxy((request, response, next) => {
  void vite.then(({ middleware }) => middleware(request, response, next))
})
const vite = openViteServers(proxy.server, { storefront: join(ROOT, 'storefront'), admin: join(ROOT, 'admin') })
vite.catch(fail)
proxy.server.once('error', fail)
proxy.server.listen(port, host)

async function fail(error: Error): Promise<void> {
  console.error(`The shop could not start: ${error.message}`)
  await end('SIGTERM')
  process.exit(1)
}

type Listening = { port: number; admin: unknown }

function isListening(message: unknown): message is Listening {
  return typeof asRecord(message)?.port === 'number'
}

function isViteCall(message: unknown): message is ViteCall {
  return typeof asRecord(message)?.application === 'string'
}

async function callVite(call: ViteCall): Promise<object> {
  try {
    return { id: call.id, result: await (await vite).call(call) }
  } catch (error) {
    return { id: call.id, error: String(error) }
  }
}

// Restarts are not logged.
let hasGreeted = false

/** The backend reports its port and the admin's URL whenever it listens. */
async function greet({ port: backendPort, admin }: Listening): Promise<void> {
  proxy.moveTo(backendPort)
  if (hasGreeted) {
    const { reload } = await vite
    return reload()
  }
  hasGreeted = true
  const address = proxy.server.address()
  const open = typeof address === 'object' && address !== null ? address.port : port
  const base = `http://${host === '127.0.0.1' ? 'localhost' : host}:${open}`
  console.info(`The shop is open at ${base}`)
  const { sentence, path } = asRecord(admin) ?? {}
  if (typeof sentence === 'string' && typeof path === 'string') console.info(`${sentence} ${base}${path}`)
}
