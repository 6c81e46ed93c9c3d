import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const MEMORY_FOLDER = '/dev/shm'
const ENOUGH_MEMORY = 1024 ** 3

/** A folder for test databases, in memory where possible, since engines wait for the disk. The run deletes it. */
export async function quickFolder(): Promise<string> {
  if (process.env.TEST_FOLDER !== undefined) return process.env.TEST_FOLDER
  const facts = await statfs(MEMORY_FOLDER).catch(() => null)
  return facts !== null && facts.bavail * facts.bsize > ENOUGH_MEMORY ? MEMORY_FOLDER : tmpdir()
}
