import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { accountCalls } from '@shop/contract/accounts/calls'
import { describe, expect, test } from 'vitest'
import { createBackup } from '../../operations/backup/create-backup.ts'
import { restoreBackup } from '../../operations/backup/restore-backup.ts'
import { signInAs, visitAdmin } from '../../testing/admin-visitor.ts'
import { openEmptyDatabase, rowsOf } from '../../testing/files/backup-fixtures.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { openSecondNode, openTestShop } from '../../testing/test-shop.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { forgetAdminSecret, readAdminSecret, secretFile } from './admin-secret.ts'

describe.each(ENGINES)('a copy of the database on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)

  const everything = async () => JSON.stringify(await rowsOf(shop.location))
  const readSecret = (dataDir: string, adminSecret: string | null = null) =>
    readAdminSecret({
      database: shop.store.database,
      settings: { ...shop.settings, dataDir, adminSecret },
      onOtherSecret: () => {},
    })

  test('holds neither the token of a session nor what signs its cookie', async () => {
    const owner = await signInAs(shop, 'owner')
    const halfway = visitAdmin(shop.app)
    await halfway.call(adminEntrance.signIn, { email: 'owner@shop.example', password: 'seams hold for forty years' })
    await halfway.call(adminEntrance.passkeyOptions)
    const secret = (await readFile(secretFile(shop.settings.dataDir), 'utf8')).trim()
    const cookies = [...owner.cookies.values(), ...halfway.cookies.values()]
    const tokens = cookies.map((cookie) => decodeURIComponent(cookie).split('.')[0] ?? '')
    expect(tokens.length).toBeGreaterThan(2)
    const rows = await everything()
    for (const text of [secret, owner.secret, ...owner.recoveryCodes, ...tokens]) expect(rows).not.toContain(text)
  })

  onBoth('is opened by no cookie that is made only from it', async () => {
    const owner = await signInAs(shop, 'owner')
    const [name = ''] = [...owner.cookies.keys()].filter((cookie) => cookie.endsWith('session_token'))
    const { token } = await shop.store.database.selectFrom('admin_sessions').select('token').executeTakeFirstOrThrow()
    const signature = decodeURIComponent(owner.cookies.get(name) ?? '').split('.')[1]
    const thief = visitAdmin(shop.app)
    thief.cookies.set(name, encodeURIComponent(`${token}.${signature}`))
    expect((await thief.call(adminSession.getSession)).statusCode).toBe(401)
  })

  onBoth('and a backup of it hold no session, and a restore ends those of owners and shoppers', async () => {
    await signInAs(shop, 'owner')
    const ada = { firstName: 'Ada', lastName: 'Day', email: 'ada@example.org', password: 'engine1843' }
    await shop.call(accountCalls.signUp, { body: { ...ada, loginId: ada.email } })
    const file = join(shop.location.dataDir, 'copy.tar')
    await createBackup({ location: shop.location, file, now: new Date() })
    const target = await openEmptyDatabase(engine)
    await restoreBackup({ location: target.location, file })
    const restored = await rowsOf(target.location)
    await target.close()
    for (const table of ['admin_sessions', 'sessions', 'account_links', 'admin_invites', 'admin_secrets']) {
      expect(restored[table], table).toEqual([])
    }
    expect(restored.admin_users).toHaveLength(1)
  })

  test('does not have the secret that an older version stored, and the file has it', async () => {
    const dataDir = join(shop.location.dataDir, 'updated')
    await shop.store.database.deleteFrom('admin_secrets').execute()
    await shop.store.database
      .insertInto('admin_secrets')
      .values({ name: 'auth', value: 'o'.repeat(43) })
      .execute()
    expect(await readSecret(dataDir)).toBe('o'.repeat(43))
    expect((await readFile(secretFile(dataDir), 'utf8')).trim()).toBe('o'.repeat(43))
    expect((await stat(secretFile(dataDir))).mode & 0o777).toBe(0o600)
    expect(await everything()).not.toContain('o'.repeat(43))
  })

  test('several processes that start together use one secret', async () => {
    await shop.store.database.deleteFrom('admin_secrets').execute()
    const dataDir = join(shop.location.dataDir, 'together')
    const secrets = await Promise.all([1, 2, 3, 4].map(() => readSecret(dataDir)))
    expect(new Set(secrets).size).toBe(1)
  })
})

test('a machine that has not the secret of the others does not start, and says what to set', async () => {
  const shop = await openTestShop('postgres')
  const elsewhere = { ...shop, settings: { ...shop.settings, dataDir: join(shop.settings.dataDir, 'elsewhere') } }
  await expect(openSecondNode(elsewhere)).rejects.toThrow('Set ADMIN_SECRET')
  const other = { ...shop, settings: { ...shop.settings, adminSecret: 'another secret of 32 characters!' } }
  const owner = await signInAs(shop, 'owner')
  await expect(openSecondNode(other)).rejects.toThrow('owner forget-secret')
  expect((await owner.call(adminSession.getSession)).statusCode).toBe(200)
  const secret = (await readFile(secretFile(shop.settings.dataDir), 'utf8')).trim()
  const node = await openSecondNode({ ...elsewhere, settings: { ...elsewhere.settings, adminSecret: secret } })
  await node.close()
  await forgetAdminSecret(shop.store.database)
  await (await openSecondNode(other)).close()
  await shop.close()
})

test('a shop on SQLite whose secret is gone makes another, and says that in the log', async () => {
  const shop = await openTestShop('sqlite')
  const printed: string[] = []
  const dataDir = join(shop.settings.dataDir, 'moved')
  const settings = { ...shop.settings, dataDir }
  await readAdminSecret({ database: shop.store.database, settings, onOtherSecret: () => printed.push('other') })
  await readAdminSecret({ database: shop.store.database, settings, onOtherSecret: () => printed.push('again') })
  expect(printed).toEqual(['other'])
  await shop.close()
})
