import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

/** The firewall's rules, as the shipped nginx configuration names them. */
const RULES = readFileSync(join(ROOT, 'deploy/nginx/shop.conf'), 'utf8').match(/ip6?tables .*/g) ?? []

/** Whether this user may make a network of their own, with a firewall. */
function mayFilter(): boolean {
  try {
    execFileSync('unshare', ['--net', 'iptables', '--list'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Says how many of 150 connections are taken from one address, of both ports, and of one from another. */
const CLIENTS = `
const { once } = require('node:events')
const { connect, createServer } = require('node:net')
const open = (port, host, localAddress) => new Promise((resolve) => {
  const socket = connect({ host, port, localAddress })
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
})
const count = async (length, host, from) =>
  (await Promise.all(Array.from({ length }, (_, index) => open([80, 443][index % 2], host, from)))).filter(Boolean).length
const listen = (port) => once(createServer(() => {}).listen({ port, host: '::', backlog: 500 }), 'listening')
Promise.all([80, 443].map(listen)).then(async () => {
  console.log(await count(150, '127.0.0.1', '127.0.0.1'), await count(2, '127.0.0.1', '127.0.0.2'), await count(150, '::1'))
  process.exit()
})`

test.skipIf(!mayFilter())(
  'the firewall of the shipped configuration leaves an address 100 connections, whatever it sends, and others theirs (skipped without iptables)',
  () => {
    expect(RULES).toHaveLength(2)
    const script = ['set -e', 'ip link set lo up', ...RULES, 'exec "$0" -e "$1"'].join('\n')
    const told = execFileSync('unshare', ['--net', 'sh', '-c', script, process.execPath, CLIENTS], { encoding: 'utf8' })
    expect(told.trim()).toBe('100 2 100')
  },
)
