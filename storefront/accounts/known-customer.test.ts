import { describe, expect, test } from 'vitest'
import { customerLabel, greeting, knownCustomer } from './known-customer.ts'

const ADA = { customer_id: '7', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example' }
const NAMELESS = { ...ADA, firstName: ' ', lastName: '' }

describe('a customer', () => {
  test('gets forms prefilled from the account, and can fill in what it lacks', () => {
    expect(knownCustomer(ADA)).toEqual({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example' })
    expect(knownCustomer(NAMELESS)).toEqual({ email: 'ada@shop.example' })
    expect(knownCustomer(null)).toEqual({})
  })

  test('is greeted by first name, and without a comma where there is none', () => {
    expect(greeting(ADA)).toBe('Welcome, Ada')
    expect(greeting(NAMELESS)).toBe('Welcome')
  })

  test('is shown by name and e-mail, without empty brackets', () => {
    expect(customerLabel(ADA)).toBe('Ada Lovelace (ada@shop.example)')
    expect(customerLabel(NAMELESS)).toBe('ada@shop.example')
    expect(customerLabel({ ...ADA, email: '' })).toBe('Ada Lovelace')
  })
})
