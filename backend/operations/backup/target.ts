import type { ReadPart } from './archive-reader.ts'
import type { Row, Table } from './table.ts'

/** An empty database to be filled. Others see nothing of it until it is complete. */
export type Target = {
  /** Creates the tables of a schema version, by default the newest. */
  migrate: (version?: string) => Promise<void>
  /** Commits what `work` inserts. */
  load: (work: () => Promise<void>) => Promise<void>
  describe: () => Promise<Table[]>
  clear: (table: Table) => Promise<void>
  insert: (table: Table, part: ReadPart) => Promise<void>
  /** Called per table after all rows are inserted. */
  finish: (table: Table) => Promise<void>
  read: (table: Table) => AsyncIterable<readonly Row[]>
}
