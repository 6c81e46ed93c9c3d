import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import type { Database } from './database/database.ts'
import type { RetentionSettings } from './settings/settings.ts'

/**
 * What a module brings, in the file `<noun>.module.ts` of its folder; `backend/modules.ts` lists all of them. A folder that
 * collects a part of a module adds it by declaration merging, as to `Context`.
 */
export interface ShopModule {
  /** The calls of shoppers. */
  routes?: readonly ((app: FastifyInstance, context: Context) => void)[]
  /** What is deleted when it is old, by the word for it in the log. */
  oldData?: Readonly<Record<string, OldData>>
}

type OldData = {
  /** Age in days, or the setting that has it, which may be `null` for never. */
  days: number | keyof RetentionSettings
  /** Deletes what is from before a time; returns how much. */
  remove: (database: Database, before: string) => Promise<number>
}
