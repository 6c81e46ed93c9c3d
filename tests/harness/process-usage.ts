import { readFile } from 'node:fs/promises'

/** The resident memory of a process in megabytes; `null` where the system does not report it. */
export async function residentMegabytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
}

/** Kernel ticks of a second, which `/proc` counts in. */
const TICKS = 100

/** The processor time that a process has used, in seconds; `null` where the system does not report it. */
export async function processorSeconds(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may hold blanks; user and system time are the 12th and 13th field after it.
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(stat) ?? []
  return user === undefined || system === undefined ? null : (Number(user) + Number(system)) / TICKS
}
