import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

/** Runs pieces such as `a1`, which belongs to `a`; returns how many ran at once at most, and the order of their beginnings. */
async function run(pieces: string[], { atOnce = 3, failing = '' } = {}) {
  const [begun, open] = [[] as string[], new Set<string>()]
  const seen = { most: 0, twice: false }
  const ended = inParallel({
    atOnce,
    pause: 1,
    next: async (running) => {
      const index = pieces.findIndex((piece) => !running.includes(piece.charAt(0)))
      return index < 0 ? null : (pieces.splice(index, 1)[0] ?? null)
    },
    keyOf: (piece) => piece.charAt(0),
    work: async (piece) => {
      begun.push(piece)
      seen.twice ||= open.has(piece.charAt(0))
      open.add(piece.charAt(0))
      seen.most = Math.max(seen.most, open.size)
      await nextTurn()
      await nextTurn()
      open.delete(piece.charAt(0))
      if (piece === failing) throw new Error(piece)
    },
  })
  const failure = await ended.then(
    () => null,
    (error: unknown) => String(error),
  )
  return { begun, ...seen, failure, open: open.size }
}

test('as many as are allowed run at once, of each key one, in order', async () => {
  const done = await run(['a1', 'a2', 'b1', 'c1', 'd1', 'a3', 'e1'])
  expect(done).toMatchObject({ most: 3, twice: false, failure: null, open: 0 })
  expect(done.begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1'])
  expect(done.begun.filter((piece) => piece.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
})

test('after a failure nothing new begins, and what runs ends first', async () => {
  const done = await run(['a1', 'b1', 'c1', 'd1', 'e1', 'f1'], { atOnce: 2, failing: 'a1' })
  expect(done).toMatchObject({ failure: 'Error: a1', open: 0 })
  expect(done.begun.length).toBeLessThan(6)
})
