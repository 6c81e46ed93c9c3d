import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsTable } from '../backend/settings/settings.ts'
import { ROOT } from './harness/command.ts'

const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8')

/** What the image and `compose.yaml` decide. */
const SET_BY_COMPOSE = ['ENV_FILE', 'PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'BACKUP_DIR', 'TRUST_PROXY']

test('the example of settings for containers lists every setting that is left to set, and no other', () => {
  const listed = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  const known = [...settingsTable().matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name)
  const left = known.filter((name) => !SET_BY_COMPOSE.includes(name))
  expect(listed.toSorted()).toEqual([...left, 'POSTGRES_PASSWORD'].toSorted())
})

test('Compose passes every setting of deploy/.env on to the shop', () => {
  expect(read('compose.yaml')).toMatch(/^ {4}env_file: \.env$/m)
})

test("nginx writes its logs to the container's output", () => {
  const replaced = [...read('compose.yaml').matchAll(/s#([^#]+)#([^#]+)#/g)].map(([, from = '', to = '']) => ({
    from,
    to,
  }))
  const config = replaced.reduce((text, { from, to }) => {
    expect(text).toContain(from)
    return text.replaceAll(from, to)
  }, read('nginx/shop.conf'))
  const logs = [...config.matchAll(/^ *(?:access|error)_log +(\S+?);? /gm)].map(([, file]) => file)
  expect(logs.filter((file) => !['off', '/dev/null', '/dev/stdout', '/dev/stderr'].includes(file ?? ''))).toEqual([])
  expect(logs).toEqual(expect.arrayContaining(['/dev/stdout', '/dev/stderr']))
})
