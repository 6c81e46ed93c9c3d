import { expect, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { labelOf } from './database.ts'

test.each(['pa/ss@word', 'pa?ss', 'pa#ss', '5432/secret'])(
  'a database password with unescaped characters is told and not printed',
  (password) => {
    const read = () => readSettings({ DATABASE_URL: `postgres://shop:${password}@127.0.0.1/shop` })
    expect(read).toThrow('Setting DATABASE_URL has a password with / ? or #: write them as %2F, %3F and %23.')
    expect(read).not.toThrow(password)
  },
)

test('a database password with an @ is a password', () => {
  const { databaseUrl } = readSettings({ DATABASE_URL: 'postgres://shop:p@ss@127.0.0.1/shop' })
  expect(labelOf({ databaseUrl, dataDir: '' })).toBe('PostgreSQL at 127.0.0.1/shop')
  expect(new URL(databaseUrl ?? '').password).toBe('p%40ss')
})

test("what the database's address leaves out comes from PostgreSQL's own variables", () => {
  const variables = { PGHOST: 'db.local', PGPORT: '6432', PGDATABASE: 'shop', PGUSER: 'family', PGPASSWORD: 'a/b@c' }
  expect(readSettings({ DATABASE_URL: 'postgres://', ...variables }).databaseUrl).toBe(
    'postgres://family:a%2Fb%40c@db.local:6432/shop',
  )
  expect(readSettings({ DATABASE_URL: 'postgres://me:x@host:1/mine', ...variables }).databaseUrl).toBe(
    'postgres://me:x@host:1/mine',
  )
})
