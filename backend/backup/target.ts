import type { ReadPart } from './archive-reader.ts'
import type { Row, Table } from './table.ts'

/** An empty database that is being filled. Until the work on it has ended well, nobody else sees any of it. */
export type Target = {
  /** Makes the tables of a schema version, by default of the newest. */
  migrate: (version?: string) => Promise<void>
  /** Keeps what `work` puts in. */
  load: (work: () => Promise<void>) => Promise<void>
  describe: () => Promise<Table[]>
  clear: (table: Table) => Promise<void>
  insert: (table: Table, part: ReadPart) => Promise<void>
  /** After all rows of all tables are in. */
  finish: (table: Table) => Promise<void>
  read: (table: Table) => AsyncIterable<readonly Row[]>
}
