import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLedger } from './ledger.ts'

test('a change that was being written when the gateway was killed is left out, and the next one is stored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  const file = join(folder, 'ledger')
  const nonce = { merchant: 'merchant', expiresAt: 0, isUsed: false, card: { brand: 'Visa', number: '4111' } }
  openLedger(file).commit({ nonces: [{ ...nonce, id: 'first' }] })
  appendFileSync(file, '{"nonces":[{"id":"hal')
  const ledger = openLedger(file)
  ledger.commit({ nonces: [{ ...nonce, id: 'second' }] })
  expect([...openLedger(file).nonces.keys()]).toEqual(['first', 'second'])
  rmSync(folder, { recursive: true })
})
