import { expect, onTestFinished, test } from 'vitest'
import { openTestStore } from '../../testing/servers/engines.ts'
import { withSnapshot } from './create-backup.ts'
import { checkedColumns } from './row-forms.ts'
import { NOT_IN_BACKUPS } from './rows.ts'

test('a restore checks every column of every table in a backup: a new one needs its line in row-forms.ts', async () => {
  const shop = await openTestStore('sqlite')
  onTestFinished(() => shop.close())
  const tables = (await withSnapshot(shop.location, async (snapshot) => snapshot.tables)).filter(
    ({ name }) => !NOT_IN_BACKUPS.has(name),
  )
  const there = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
  const checked = [...checkedColumns()].flatMap(([name, columns]) => columns.map((column) => `${name}.${column}`))
  expect(checked.sort()).toEqual(there.sort())
})
