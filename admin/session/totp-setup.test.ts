import { expect, test } from 'vitest'
import { secretOf } from './totp-setup.tsx'

test('the secret is shown in groups of four', () => {
  expect(secretOf('otpauth://totp/Shop:a%40b.c?secret=ABCDEFGHIJ&issuer=Shop')).toBe('ABCD EFGH IJ')
})
