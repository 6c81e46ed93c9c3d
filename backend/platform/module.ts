import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AdminGroups } from './call-groups.ts'
import type { Context } from './context.ts'
import type { Database, Trx } from './database/database.ts'
import type { CheckContext, Finding } from './finding.ts'
import type { RetentionSettings, Settings } from './settings/settings.ts'

/** The parts of a module, listed in `backend/modules.ts`. Collectors of a part add it by declaration merging. */
export interface ShopModule {
  /** The name of its folder. */
  name: string
  routes?: readonly ((app: FastifyInstance, context: Context) => void)[]
  callGroups?: AdminGroups
  /** By its word in the log. */
  oldData?: Readonly<Record<string, OldData>>
  /** For the demo shop. */
  demoData?: DemoData
  personalData?: PersonalData
  checks?: readonly ((context: CheckContext) => Promise<Finding[]>)[]
  gauges?: (context: Pick<Context, 'database' | 'settings' | 'clock'>) => readonly Gauge[]
  /** Starts background work. Several nodes may each run one. */
  jobs?: (context: JobContext) => readonly Job[]
}

/** Adds what is missing and changes nothing else; removes it where the shop is no demo. */
export type DemoData = {
  add: (trx: Trx, now: Date) => Promise<void>
  remove: (trx: Trx) => Promise<void>
}

type PersonalData = {
  /** By its name in the person's file; without passwords and tokens. */
  read?: (database: Database, addresses: readonly string[]) => Promise<Record<string, readonly unknown[]>>
  /** Deletes it or anonymizes it; returns counts, by their word in the audit log. */
  forget: (trx: Trx, person: Person) => Promise<Record<string, number>>
}

type Person = {
  addresses: readonly string[]
  /** Locked by the caller. */
  orderIds: readonly string[]
  /** Of the shop: emails from and to them are not the person's. */
  ownAddresses: readonly string[]
}

declare module './context.ts' {
  interface Context {
    modules: readonly ShopModule[]
  }
}

/** Values measured on each scrape; failures are left out. */
export type Gauge = {
  name: string
  help: string
  label: string
  measure: () => Record<string, number> | Promise<Record<string, number>>
}

/** Services for jobs are added by declaration merging. */
export interface JobContext {
  database: Database
  settings: Settings
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  modules: readonly ShopModule[]
}

export type Job = { close: () => Promise<void> }

type OldData = {
  /** In days, or the setting that has it; `null` for never. */
  days: number | keyof RetentionSettings
  /** Deletes what is older; returns the count. */
  remove: (database: Database, before: string) => Promise<number>
}
