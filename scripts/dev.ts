import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { asRecord } from '@shop/contract/coercion'
import { readSettings } from '../backend/settings.ts'
import { createHoldingProxy } from './holding-proxy.ts'

const ROOT = join(import.meta.dirname, '..')

const { port, host } = readSettings()

// The backend restarts when one of its files changes; requests are held meanwhile. Vite applies changes of the
// storefront in the browser.
const proxy = createHoldingProxy()
proxy.server.once('error', (error) => {
  console.error(`The shop could not start: ${error.message}`)
  child.kill()
  process.exitCode = 1
})
proxy.server.listen(port, host)

const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(ROOT, 'backend/main.ts'), '--dev'], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // A compile cache makes restarts faster.
  env: { ...process.env, PORT: '0', HOST: '127.0.0.1', NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/dev') },
})
// Restarts are not logged.
let hasGreeted = false
child.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('port' in message)) return
  proxy.moveTo(Number(message.port))
  if (hasGreeted) return
  hasGreeted = true
  const address = proxy.server.address()
  const open = typeof address === 'object' && address !== null ? address.port : port
  const base = `http://${host === '127.0.0.1' ? 'localhost' : host}:${open}`
  console.info(`The shop is open at ${base}`)
  const { admin } = asRecord(message) ?? {}
  const { sentence, path } = asRecord(admin) ?? {}
  if (typeof sentence === 'string' && typeof path === 'string') console.info(`${sentence} ${base}${path}`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 0))
