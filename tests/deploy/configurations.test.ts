import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { listSettings } from '../../backend/platform/settings/settings.ts'
import { freePort } from '../../backend/testing/servers/free-port.ts'
import { ROOT } from '../harness/command.ts'
import { findProgram, HAPROXY, startHaproxy } from '../harness/servers/haproxy.ts'
import { shippedConfig } from '../harness/servers/shipped-config.ts'
import { MALLOC, NODE_FLAGS } from '../harness/shop/node-flags.ts'

const haproxy = findProgram(HAPROXY)
const systemd = findProgram(['systemd-analyze'], ['--version'])
const promtool = findProgram(['promtool'], ['--version'])
const compose = findProgram(['docker-compose'], ['--version'])

const run = promisify(execFile)
const read = (file: string) => readFile(join(ROOT, 'deploy', file), 'utf8')
/** Addresses as HAProxy's configuration and Patroni's name them. */
const DATABASES = ['10.0.0.11:5432', '10.0.0.12:5432']

test.skipIf(haproxy === null)('HAProxy takes its configuration (skipped where haproxy is missing)', async () => {
  await expect(run(haproxy ?? '', ['-c', '-f', join(ROOT, 'deploy/haproxy/haproxy.cfg')])).resolves.toBeDefined()
})

test('HAProxy does not stay root, and asks each Patroni where its configuration says', async () => {
  const [balancer, patroni] = await Promise.all(['haproxy/haproxy.cfg', 'patroni/patroni.yml'].map(read))
  expect(balancer).toMatch(/^ {4}user haproxy\n {4}group haproxy$/m)
  const [, port] = /^restapi:\n {2}listen: [\d.]+:(\d+)$/m.exec(patroni ?? '') ?? []
  const servers = [...(balancer ?? '').matchAll(/^ {4}server database\d (\S+) check port (\d+)$/gm)]
  expect(servers.map(([, address, asked]) => [address, asked])).toEqual(DATABASES.map((address) => [address, port]))
  expect(patroni).toContain(`  connect_address: ${DATABASES[0]}\n`)
})

test.skipIf(haproxy === null)(
  'a page is answered in words while no node is alive (skipped where haproxy is missing)',
  async () => {
    const [port, database] = [await freePort(), await freePort()]
    const places = [
      ['127.0.0.1:3100', `127.0.0.1:${port}`],
      ['127.0.0.1:5400', `127.0.0.1:${database}`],
      // Nothing listens on the first port.
      ...['3001', '3002'].map((dead) => [`127.0.0.1:${dead}`, '127.0.0.1:1'] as const),
      ...DATABASES.map((dead) => [dead, '127.0.0.1:1'] as const),
    ] as const
    const config = await shippedConfig('haproxy/haproxy.cfg', new Map(places))
    const { stop } = await startHaproxy(haproxy ?? '', config, port)
    onTestFinished(stop)
    const response = await fetch(`http://127.0.0.1:${port}/about`)
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('Back in a moment')
  },
)

test.skipIf(haproxy === null).each([
  ['nginx', '127.0.0.1', '198.51.100.7, 127.0.0.1', 'https'],
  ['anybody else', '192.0.2.1', '127.0.0.1', 'http'],
])(
  'HAProxy says who the visitor behind %s is (skipped where haproxy is missing)',
  async (_, nginx, visitors, protocol) => {
    const node = createServer(({ headers }, response) => response.end(JSON.stringify(headers))).listen(0, '127.0.0.1')
    await once(node, 'listening')
    onTestFinished(() => void node.close())
    const address = node.address()
    const [port, database] = [await freePort(), await freePort()]
    const places = [
      ['127.0.0.1:3100', `127.0.0.1:${port}`],
      ['127.0.0.1:5400', `127.0.0.1:${database}`],
      ['127.0.0.1:3001', `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`],
      ['acl from_nginx src 127.0.0.1 ::1', `acl from_nginx src ${nginx}`],
      ...['127.0.0.1:3002', ...DATABASES].map((dead) => [dead, '127.0.0.1:1'] as const),
    ] as const
    const config = await shippedConfig('haproxy/haproxy.cfg', new Map(places))
    const { stop } = await startHaproxy(haproxy ?? '', config, port)
    onTestFinished(stop)
    const given = {
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'elsewhere.example',
    }
    const sent = await (await fetch(`http://127.0.0.1:${port}/`, { headers: given })).json()
    expect(sent).toMatchObject({ 'x-forwarded-for': visitors, 'x-forwarded-proto': protocol })
    expect(sent).not.toHaveProperty('x-forwarded-host')
  },
)

test.skipIf(promtool === null)('Prometheus takes the alert rules (skipped where promtool is missing)', async () => {
  const rules = join(ROOT, 'deploy/prometheus/alerts.yml')
  const { stdout } = await run(promtool ?? '', ['check', 'rules', rules])
  expect(stdout).toContain('SUCCESS')
})

test.skipIf(systemd === null)(
  'systemd takes the unit, and finds it shut in (skipped where systemd is missing)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shop-unit-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const unit = join(folder, 'packwright.service')
    // In the configurations the project is in another folder.
    await writeFile(unit, await shippedConfig('systemd/packwright.service', new Map([['/opt/packwright', ROOT]])))
    await run(systemd ?? '', ['verify', unit])
    const { stdout } = await run(systemd ?? '', ['security', '--offline=true', unit])
    expect(Number(/exposure level for packwright\.service: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2.5)
  },
)

test.skipIf(compose === null)('Compose takes its file (skipped where docker-compose is missing)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-compose-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'compose.yaml')
  // Debian's Compose is older than names of projects.
  const places = new Map([
    ['name: packwright\n', ''],
    ['env_file: .env', `env_file: ${join(ROOT, 'deploy/.env.example')}`],
  ])
  await writeFile(file, await shippedConfig('compose.yaml', places))
  const check = (env: Record<string, string>) =>
    run(compose ?? '', ['--project-directory', join(ROOT, 'deploy'), '--file', file, 'config', '--quiet'], {
      env: { PATH: process.env.PATH, ...env },
    })
  await expect(check({ POSTGRES_PASSWORD: 'secret', PUBLIC_URL: 'https://shop.example' })).resolves.toBeDefined()
  await expect(check({ PUBLIC_URL: 'https://shop.example' })).rejects.toThrow('set POSTGRES_PASSWORD in deploy/.env')
})

test('service and container start Node with the flags of npm start, and commands with those of npm run shop', async () => {
  expect(NODE_FLAGS).toHaveLength(3)
  const [unit, image] = await Promise.all(['systemd/packwright.service', 'Dockerfile'].map(read))
  expect(unit).toContain(`/node ${NODE_FLAGS.join(' ')} scripts/start.ts`)
  expect(image).toContain(`CMD ${JSON.stringify(['node', ...NODE_FLAGS, 'backend/main.ts']).replaceAll(',', ', ')}`)
  expect(image).toContain('require("./package.json").scripts.shop')
  const settings = Object.entries(MALLOC).map(([name, value]) => `${name}=${value}`)
  expect(settings).toHaveLength(2)
  for (const text of [unit, image]) expect(text).toContain(settings.join(' '))
})

test('the service does not see the history of its own code', async () => {
  const unit = await read('systemd/packwright.service')
  const folder = /^WorkingDirectory=(.*)$/m.exec(unit)?.[1]
  // The dash allows an installation that is no clone.
  expect(unit.split('\n')).toContain(`InaccessiblePaths=-${folder}/.git`)
})

test('the folder of backups that the unit names is one that it may write', async () => {
  const unit = await read('systemd/packwright.service')
  const [, named] = /BACKUP_DIR=(\/\S+)/.exec(unit) ?? []
  expect(/^ReadWritePaths=-(.*)$/m.exec(unit)?.[1]).toBe(named)
})

test.each(['compose.yaml', 'Dockerfile', 'systemd/packwright.service'])(
  '%s sets only settings that the shop reads',
  async (file) => {
    const known = [...listSettings().matchAll(/^ {2}(\w+)$/gm)].map(([, name]) => name)
    const ofOthers = [
      'NODE_ENV',
      ...Object.keys(MALLOC),
      'NODE',
      'BASE',
      'POSTGRES_USER',
      'POSTGRES_DB',
      'POSTGRES_PASSWORD',
    ]
    const text = (await read(file)).replace(/^ *#.*$/gm, '')
    const set = [...text.matchAll(/(?:^ +|^ENV |^Environment=|[ =])([A-Z][A-Z_]{3,})(?:: |=)/gm)]
    const names = set.map(([, name]) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => ![...known, ...ofOthers].includes(name))).toEqual([])
  },
)

test('the proxy of compose.yaml reads the certificate from a mounted folder, where one that is replaced arrives', async () => {
  const compose = await read('compose.yaml')
  const mounted = [...compose.matchAll(/^ {6}- \.\/(\S+?):(\S+):ro$/gm)]
  expect(mounted.map(([, folder]) => folder)).toEqual(['nginx', 'tls'])
  const [, changes = ''] = /- (sed .*?) \/etc\/nginx\/of-the-shop\/shop\.conf >/.exec(compose) ?? []
  const { stdout } = await run('sh', ['-c', `${changes} ${join(ROOT, 'deploy/nginx/shop.conf')}`])
  const paths = [...stdout.matchAll(/^ *ssl_certificate(?:_key)? +(\S+);$/gm)].map(([, path]) => path)
  expect(paths).toEqual([`${mounted[1]?.[2]}/shop.pem`, `${mounted[1]?.[2]}/shop.key`])
})
