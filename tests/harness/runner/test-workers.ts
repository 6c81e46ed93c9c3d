import { availableParallelism } from 'node:os'

/**
 * How many test files run at a time: three for each two cores, because a test waits for a database, a browser or a
 * process for about a third of its time.
 */
export function testWorkers(): number {
  return Math.ceil(availableParallelism() * 1.5)
}
