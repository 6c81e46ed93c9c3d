import { contactCalls } from '@shop/contract/contact/calls'
import { createClient } from '@shop/contract/http/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../backend/testing/servers/free-port.ts'
import { COMMAND_FLAGS } from '../harness/shop/node-flags.ts'
import { type Containers, canRunContainers, composeRestrictions, openContainers } from './containers.ts'

/** Debian, the project's packages and its build, on a busy machine. */
const BUILD_MS = 30 * 60_000
/** Prints what visitors wrote. */
const LIST_INQUIRIES = `
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync('/var/lib/packwright/shop.sqlite', { readOnly: true })
  console.log(JSON.stringify(database.prepare('select message from contact_messages').all()))
`
const IMAGE = 'localhost/packwright'

describe.skipIf(!canRunContainers())(
  'the image, with what compose.yaml denies it (skipped where mmdebstrap, buildah, podman or runc is missing)',
  () => {
    let containers: Containers
    let port: number
    let address: string

    beforeAll(async () => {
      containers = await openContainers()
      await containers.build(IMAGE)
      port = await freePort()
      address = `http://127.0.0.1:${port}`
      await start('first')
    }, BUILD_MS)
    afterAll(() => containers?.remove())

    /** A container of the image on the volumes of the shop. */
    async function start(name: string): Promise<void> {
      const volumes = ['data:/var/lib/packwright', 'backups:/var/backups/packwright']
      const settings = [`PORT=${port}`, 'BACKUP_DIR=/var/backups/packwright']
      await containers.podman(
        ...['run', '--detach', '--name', name, '--network', 'host', ...(await composeRestrictions())],
        ...volumes.flatMap((volume) => ['--volume', volume]),
        ...settings.flatMap((setting) => ['--env', setting]),
        IMAGE,
      )
      // Not `expect.poll`, which only tests may call.
      await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 120_000, interval: 200 })
    }

    const readiness = () =>
      fetch(`${address}/readyz`).then(
        ({ status }) => status,
        () => 0,
      )
    const inside = (container: string, ...command: string[]) => containers.podman('exec', container, ...command)

    test('is alive and ready, and serves pages and pictures', async () => {
      expect((await fetch(`${address}/healthz`)).status).toBe(200)
      const page = await (await fetch(`${address}/shop`)).text()
      expect(page).toContain('</html>')
      const [picture = ''] = /\/images\/[\w.-]+\?v=[0-9a-f]{8}/.exec(page) ?? []
      const { status, headers } = await fetch(`${address}${picture}`)
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    })

    test('its user owns data and backups and nothing else, and there are no tools of the build', async () => {
      expect(await inside('first', 'id', '-u')).toBe('10001')
      await expect(inside('first', 'touch', '/opt/packwright/file')).rejects.toThrow('Read-only file system')
      await inside('first', 'touch', '/var/lib/packwright/file', '/var/backups/packwright/file')
      await inside(
        'first',
        'sh',
        '-c',
        'test ! -e node_modules/typescript && test -e node_modules/ms/license.md && ! command -v npm',
      )
      expect(await inside('first', 'grep', 'CapEff', '/proc/1/status')).toMatch(/\t0+$/)
    })

    test('it takes less than 400 MB, and the project less than 150 MB of that', async () => {
      const bytes = Number(await containers.podman('image', 'inspect', '--format', '{{.Size}}', IMAGE))
      const megabytes = Number.parseInt(await inside('first', 'du', '-sm', '/opt/packwright'), 10)
      console.info(`The image has ${Math.round(bytes / 1_000_000)} MB, the project in it ${megabytes} MB.`)
      expect(Math.min(bytes, megabytes)).toBeGreaterThan(0)
      expect(bytes).toBeLessThan(400_000_000)
      expect(megabytes).toBeLessThan(150)
    })

    test('its own health check passes', async () => {
      await expect(containers.podman('healthcheck', 'run', 'first')).resolves.toBe('')
    })

    test('its commands run with the flags of npm run shop', async () => {
      expect(await inside('first', 'cat', '/usr/local/bin/shop')).toContain(`exec node ${COMMAND_FLAGS.join(' ')} `)
      const backup = '/var/backups/packwright/by hand.tar'
      await inside('first', 'shop', 'backup', 'create', backup)
      expect(await inside('first', 'shop', 'backup', 'check', backup)).toContain('is good')
    })

    test('another container on the same volume has the data', async () => {
      const call = createClient(address, (url, init) => fetch(url, init))
      const message = 'Does the blue one come back?'
      const kim = { firstName: 'Kim', lastName: 'Visitor', email: 'kim@example.org' }
      await call(contactCalls.contactUs, { body: { ...kim, reason: 'Feedback', reference: '', message } })
      await containers.podman('stop', '--time', '45', 'first')
      expect(await containers.podman('inspect', '--format', '{{.State.ExitCode}}', 'first')).toBe('0')
      await containers.podman('rm', 'first')
      await start('second')
      expect((await fetch(`${address}/shop`)).status).toBe(200)
      expect(await inside('second', 'node', '-e', LIST_INQUIRIES)).toContain(message)
    })
  },
)
