import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import type { Engine } from './engines.ts'

/** Frees the space again. */
type MakeRoom = () => Promise<void>

/** Fails the third piece of a file. Returns a function that frees space. */
export async function fillDiskOfFiles(folder: string): Promise<() => void> {
  const probe = await open(folder)
  const files: typeof probe = Object.getPrototypeOf(probe)
  await probe.close()
  const { write } = files
  let pieces = 0
  const spy = vi.spyOn(files, 'write').mockImplementation(function (this: typeof probe, ...input: unknown[]) {
    pieces += 1
    if (pieces === 3) return Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }))
    return Reflect.apply(write, this, input)
  })
  return () => spy.mockRestore()
}

/** Fails updates of a table. */
export async function fillDiskOfTable(database: Database, engine: Engine, table: string): Promise<MakeRoom> {
  const run = async (statement: string) => void (await sql.raw(statement).execute(database))
  if (engine === 'sqlite') {
    await run(`create trigger disk_full before update on ${table} begin
      select raise(fail, 'database or disk is full'); end`)
    return () => run('drop trigger disk_full')
  }
  await run(`create function disk_full() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/1": No space left on device' using errcode = '53100'; end $$`)
  await run(`create trigger disk_full before update on ${table} for each row execute function disk_full()`)
  return () => run('drop function disk_full cascade')
}
