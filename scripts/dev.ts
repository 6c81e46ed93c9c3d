import { spawn } from 'node:child_process'
import { join } from 'node:path'

// The backend starts anew when one of its files changes; the storefront's changes reach the browser through Vite.
const main = join(import.meta.dirname, '../backend/main.ts')
const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', main, '--dev'], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 0))
