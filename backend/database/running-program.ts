import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'

/** Beside the SQLite file. It only names the program: whether one runs is told by the file's locks. */
const NAME = 'running.json'

const runningProgram = z.object({ version: z.string(), address: z.string(), pid: z.int() })

/** A shop that serves requests from a SQLite file. */
export type RunningProgram = z.output<typeof runningProgram>

/** Notes that a shop serves requests from a SQLite file; returns what takes the note back. */
export function noteRunning(file: string, program: RunningProgram): () => void {
  const note = join(dirname(file), NAME)
  try {
    writeFileSync(note, `${JSON.stringify(program)}\n`, { mode: 0o600 })
  } catch {
    // A full disk; a program that looks for this one then cannot say its name.
  }
  return () => {
    if (findRunning(file)?.pid === program.pid) rmSync(note, { force: true })
  }
}

/** The shop that serves requests from a SQLite file, if it noted that and has not been killed since. */
export function findRunning(file: string): RunningProgram | null {
  try {
    const program = z.parse(runningProgram, JSON.parse(readFileSync(join(dirname(file), NAME), 'utf8')))
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
