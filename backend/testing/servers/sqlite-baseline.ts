import { rm } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'

/** All pages at once. */
const ALL_PAGES = { rate: 2 ** 31 - 1 }

/** Copies a SQLite file in use, and restores it any number of times. */
export function openSqliteBaseline(file: string, copy: string) {
  let open: { saved: DatabaseSync; current: DatabaseSync; version: number } | null = null
  const versionOf = (database: DatabaseSync) => Number(database.prepare('pragma data_version').get()?.data_version)
  return {
    save: async (): Promise<void> => {
      const current = new DatabaseSync(file)
      await backup(current, copy, ALL_PAGES)
      open = { saved: new DatabaseSync(copy), current, version: versionOf(current) }
    },
    /** `false` without a copy. */
    restore: async (): Promise<boolean> => {
      if (open === null) return false
      const { saved, current, version } = open
      if (versionOf(current) === version) return true
      await backup(saved, file, ALL_PAGES)
      open.version = versionOf(current)
      return true
    },
    close: async (): Promise<void> => {
      open?.current.close()
      open?.saved.close()
      await rm(copy, { force: true })
    },
  }
}
