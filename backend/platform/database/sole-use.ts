import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { isMissingTable, SCHEMA_VERSIONS } from './migrate.ts'
import { isBusy } from './sqlite-driver.ts'

const LOOK_INTERVAL_MS = 100
/** Programs with an idle open file count as running after so many looks: a command ends sooner. */
const MAX_LOOKS = 30
const LOOK_TIMEOUT_MS = 5000

/** Another program has the file open, and its tables would change under it. */
export class FileInUseError extends Error {
  constructor(file: string) {
    const running = findRunning(file)
    super(
      running === null
        ? 'another program, probably a running shop of an earlier version,'
        : `a running shop of version ${running.version} at ${running.address} (process ${running.pid})`,
    )
    this.name = 'FileInUseError'
  }
}

/**
 * Throws when a SQLite file must be migrated while another program has it open; waits for another start that migrates
 * it. In WAL mode each connection holds a shared lock, which the system releases however its process ends.
 */
export async function requireSoleUse(file: string): Promise<void> {
  for (let looks = 0; isOutdated(file) && !canWrite(file, 'exclusive'); ) {
    if (canWrite(file, 'normal')) looks += 1
    if (looks === MAX_LOOKS) throw new FileInUseError(file)
    await pause(LOOK_INTERVAL_MS)
  }
}

export class ShopRunsError extends Error {
  constructor({ version, address, pid }: RunningProgram) {
    super(`a running shop of version ${version} at ${address} (process ${pid})`)
    this.name = 'ShopRunsError'
  }
}

/** Throws when another shop serves the file: each would send every email. Process ids are reused after a kill. */
export async function requireOnlyShop(file: string, own: number): Promise<void> {
  for (let looks = 1; existsSync(file); looks += 1) {
    const running = findRunning(file)
    if (running === null || running.pid === own || canWrite(file, 'exclusive')) return
    if (looks === MAX_LOOKS) throw new ShopRunsError(running)
    await pause(LOOK_INTERVAL_MS)
  }
}

function isOutdated(file: string): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return false
  const database = new DatabaseSync(file, { timeout: LOOK_TIMEOUT_MS })
  try {
    const applied = database.prepare('select count(*) as count from kysely_migration').get()?.count
    return Number(applied) < SCHEMA_VERSIONS.length
  } catch (error) {
    if (isMissingTable(error)) return false
    throw error
  } finally {
    database.close()
  }
}

/** Whether no other process writes, or with `exclusive` has the file open at all. */
function canWrite(file: string, lockingMode: 'normal' | 'exclusive'): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(`pragma locking_mode = ${lockingMode}; begin immediate; rollback`)
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  } finally {
    database.close()
  }
}

/** It only names the program: the file's locks tell whether one runs. */
const RUNNING_FILE = 'running.json'

const runningProgram = z.object({ version: z.string(), address: z.string(), pid: z.int() })

export type RunningProgram = z.output<typeof runningProgram>

export function noteRunning(file: string, program: RunningProgram): () => void {
  const note = join(dirname(file), RUNNING_FILE)
  try {
    writeFileSync(note, `${JSON.stringify(program)}\n`, { mode: 0o600 })
  } catch {
    // A full disk; then the program can't be named.
  }
  return () => {
    if (findRunning(file)?.pid === program.pid) rmSync(note, { force: true })
  }
}

/** The shop that recorded itself and has not been killed since. */
export function findRunning(file: string): RunningProgram | null {
  try {
    const program = z.parse(runningProgram, JSON.parse(readFileSync(join(dirname(file), RUNNING_FILE), 'utf8')))
    return isAlive(program.pid) ? program : null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
