import { expect, test } from 'vitest'
import { controlPanelOf } from './provider-name.ts'

test('a payment provider is called by its name, and one that is not known by that of its row', () => {
  expect(controlPanelOf('braintree')).toBe('Braintree’s control panel')
  expect(controlPanelOf('other')).toBe('other’s control panel')
  expect(controlPanelOf(null)).toBe('the payment gateway’s control panel')
})
