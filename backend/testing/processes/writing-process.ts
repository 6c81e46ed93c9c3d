import { Kysely } from 'kysely'
import { inTransaction } from '../../platform/database/database.ts'
import { sqliteDialect } from '../../platform/database/sqlite.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** Counts visits of /1, /2 … in a SQLite file, and prints each number once it is committed. */
const database = new Kysely<Tables>({ dialect: sqliteDialect(process.argv[2] ?? '') })
for (let number = 1; ; number += 1) {
  await inTransaction(database, async (trx) => {
    await trx
      .insertInto('visits')
      .values({ page: `/${number}`, day: '2026-11-21', views: 1 })
      .execute()
  })
  process.stdout.write(`${number}\n`)
}
