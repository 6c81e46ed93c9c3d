import { expect, test } from 'vitest'
import { makeRecoveryCodes, parseRecoveryCode } from './recovery-codes.ts'

test('ten codes, which differ, have no letters that are read for others', () => {
  const codes = makeRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){2}[2-9A-HJKMNP-TV-Z]{4}$/)
})

test.each(['7k3f-9qxa-m2hd', '7K3F 9QXA M2HD', ' 7k3f9qxam2hd ', '7K3F–9QXA–M2HD'])(
  '%s is read as it is meant',
  (typed) => {
    expect(parseRecoveryCode(typed)).toBe('7K3F-9QXA-M2HD')
  },
)

test.each(['28B2c-x0u6U', '28B2c x0u6U', '28B2cx0u6U'])('%s is a code of an earlier version', (typed) => {
  expect(parseRecoveryCode(typed)).toBe('28B2c-x0u6U')
})
