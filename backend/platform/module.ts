import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AdminGroups } from './call-groups.ts'
import type { Context } from './context.ts'
import type { Database, Trx } from './database/database.ts'
import type { CheckContext, Finding } from './finding.ts'
import type { RetentionSettings, Settings } from './settings/settings.ts'

/**
 * The parts that a module brings, in the file `<noun>.module.ts` of its folder; `backend/modules.ts` lists all of them. A folder that
 * collects a part of a module adds it by declaration merging, as to `Context`.
 */
export interface ShopModule {
  routes?: readonly ((app: FastifyInstance, context: Context) => void)[]
  /** The groups of its admin calls in the API document. */
  callGroups?: AdminGroups
  /** Old data to delete, by its word in the log. */
  oldData?: Readonly<Record<string, OldData>>
  /** Its part of the demo shop's data. */
  demoData?: DemoData
  personalData?: PersonalData
  checks?: readonly ((context: CheckContext) => Promise<Finding[]>)[]
  gauges?: (context: Pick<Context, 'database' | 'settings' | 'clock'>) => readonly Gauge[]
  /** Starts what runs in the background until it is closed. Several nodes may each run one. */
  jobs?: (context: JobContext) => readonly Job[]
}

/** Adds what is missing of it and changes nothing else; removes it where the shop is no demo. */
export type DemoData = {
  add: (trx: Trx, now: Date) => Promise<void>
  remove: (trx: Trx) => Promise<void>
}

/** Addresses are in small letters. */
type PersonalData = {
  /** All of it, by its name in the file that the person gets; without passwords and tokens. */
  read?: (database: Database, addresses: readonly string[]) => Promise<Record<string, readonly unknown[]>>
  /** Deletes it or takes the person out of it; returns how much was deleted, by its word in the audit log. */
  forget: (trx: Trx, person: Person) => Promise<Record<string, number>>
}

type Person = {
  addresses: readonly string[]
  /** The person's orders, which the caller has locked. */
  orderIds: readonly string[]
  /** Addresses of the shop: mails from and to it are not those of a person. */
  ownAddresses: readonly string[]
}

declare module './context.ts' {
  interface Context {
    modules: readonly ShopModule[]
  }
}

/** Values that are measured on each scrape; what cannot be measured is left out. */
export type Gauge = {
  name: string
  help: string
  label: string
  /** Values by label. */
  measure: () => Record<string, number> | Promise<Record<string, number>>
}

/** A service for jobs is added by declaration merging, as to `Context`. */
export interface JobContext {
  database: Database
  settings: Settings
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  modules: readonly ShopModule[]
}

export type Job = { close: () => Promise<void> }

type OldData = {
  /** Age in days, or the setting that has it, which may be `null` for never. */
  days: number | keyof RetentionSettings
  /** Deletes what is from before a time; returns how much. */
  remove: (database: Database, before: string) => Promise<number>
}
