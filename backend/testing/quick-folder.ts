import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ENOUGH_MEMORY = 1024 ** 3

/** A folder for databases of tests, in memory where possible: both engines wait for the disk. */
export async function quickFolder(): Promise<string> {
  const facts = await statfs(MEMORY).catch(() => null)
  return facts !== null && facts.bavail * facts.bsize > ENOUGH_MEMORY ? MEMORY : tmpdir()
}
