import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../harness/ensure-built.ts'
import { type Mode, openTrial } from './trial.ts'

/** Tests a mode in so many rounds: it finds no problem, and no secret that was written somewhere. */
export function testMode(name: string, mode: Mode, rounds: number): void {
  beforeAll(ensureBuilt)
  test(name, async () => {
    const trial = await openTrial('sqlite')
    try {
      await mode.run(trial, { rounds, nodes: 1, patience: 0 })
      await trial.lookForSecrets()
      expect(trial.problems).toEqual([])
    } finally {
      await trial.stop()
    }
  })
}
