import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openTestStore } from '../../testing/servers/engines.ts'
import { openExistingStore } from './database.ts'
import { OLD_TIMELINE } from './timeline.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const noted = z.object({ system: z.string(), timeline: z.int() })

test('a node remembers the timeline, and an old primary is refused, also after a restart, until the note is deleted', async () => {
  const opened = await openTestStore('postgres')
  const file = join(opened.location.dataDir, 'timeline')
  const first = await openExistingStore(opened.location)
  const seen = noted.parse(JSON.parse(await readFile(file, 'utf8')))
  await first.close()
  // As if a standby had been promoted and used since.
  await writeFile(file, JSON.stringify({ ...seen, timeline: seen.timeline + 1 }))
  const refusal = await openExistingStore(opened.location).catch((error: unknown) => error)
  expect(String(refusal)).toContain('is an old primary: another one has been promoted since this machine used it')
  expect(String(refusal)).toContain('delete the file timeline')
  // Another cluster, such as one that a backup was restored into.
  await writeFile(file, JSON.stringify({ system: '1', timeline: 99 }))
  await (await openExistingStore(opened.location)).close()
  expect(noted.parse(JSON.parse(await readFile(file, 'utf8')))).toEqual(seen)
  await opened.close()
})

test('its error counts as a database that is not there', () => {
  expect(isDatabaseUnavailable(new Error(`the database ${OLD_TIMELINE}`))).toBe(true)
})

test('a user who may only connect may ask for the timeline', async () => {
  const opened = await openTestStore('postgres')
  const { rows } = await sql<{ may: boolean }>`
    select has_function_privilege('public', 'pg_control_system()', 'execute')
      and has_function_privilege('public', 'pg_walfile_name(pg_lsn)', 'execute') as may`.execute(opened.store.database)
  expect(rows).toEqual([{ may: true }])
  await opened.close()
})
