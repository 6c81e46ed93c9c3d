import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withSnapshot } from '../backup/snapshot.ts'
import type { Row } from '../backup/table.ts'
import type { Location } from '../database/database.ts'
import { createEmptyDatabase, type Engine } from './engines.ts'

/** A place for a database, in which there is not a single table. */
export type EmptyPlace = { location: Location; close: () => Promise<void> }

export async function openEmptyPlace(engine: Engine): Promise<EmptyPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-test-'))
  const database = engine === 'postgres' ? await createEmptyDatabase(engine) : null
  return {
    location: { databaseUrl: database?.url ?? null, dataDir },
    close: async () => {
      await database?.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Every row of a database by table, as a backup reads them. */
export function rowsOf(location: Location): Promise<Record<string, Row[]>> {
  return withSnapshot(location, async ({ tables, read }) => {
    const all: Record<string, Row[]> = {}
    for (const table of tables) {
      const rows: Row[] = []
      for await (const batch of read(table)) rows.push(...batch)
      all[table.name] = rows
    }
    return all
  })
}
