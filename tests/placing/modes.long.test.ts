import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../harness/ensure-built.ts'
import { faults } from './faults.ts'
import { kills } from './kills.ts'
import { links } from './links.ts'
import { misuse } from './misuse.ts'
import { money } from './money.ts'
import { panel } from './panel.ts'
import { scarce } from './scarce.ts'
import { type Mode, openTrial } from './trial.ts'
import { webhooks } from './webhooks.ts'

beforeAll(ensureBuilt)

/** The problems of a short run of a mode, among them secrets that were written somewhere. */
async function problemsOf(mode: Mode, rounds: number): Promise<readonly string[]> {
  const trial = await openTrial('sqlite')
  try {
    await mode.run(trial, { rounds, nodes: 1, patience: 0 })
    await trial.lookForSecrets()
    return trial.problems
  } finally {
    await trial.stop()
  }
}

test('a shop that is killed in any window of a placement loses no cent and no bag', async () => {
  expect(await problemsOf(kills, 7)).toEqual([])
})

test('200 shoppers for 3 pieces are 3 orders', async () => {
  expect(await problemsOf(scarce, 1)).toEqual([])
})

test('answers of the gateway that are lost charge nobody twice and lose no order', async () => {
  expect(await problemsOf(faults, 100)).toEqual([])
})

test('an order that is paid by its link, also by two at once, is paid once whatever dies', async () => {
  expect(await problemsOf(links, 7)).toEqual([])
})

test('captures, voids and refunds are executed once each although workers die', async () => {
  expect(await problemsOf(money, 20)).toEqual([])
})

test('second sales, expired reservations and charges that settle by themselves leave no cent where it does not belong', async () => {
  expect(await problemsOf(panel, 60)).toEqual([])
})

test('webhooks in any order, repeated, forged or too early end as the same ones in order', async () => {
  expect(await problemsOf(webhooks, 30)).toEqual([])
})

test('of many cards that are tried few reach the gateway, and pages answer meanwhile', async () => {
  expect(await problemsOf(misuse, 150)).toEqual([])
})
