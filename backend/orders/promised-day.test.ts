import { addBusinessDays, arrivesTooSoon } from '@shop/contract/delivery/rules'
import { expect, test } from 'vitest'
import { addDays } from '../platform/lib/days/local-day.ts'
import { deliveryBeside, promisedDay, shipDayOf } from './promised-day.ts'

test('an order is promised for the day that the shopper was told, else for that of the setting, 30 days at most', () => {
  const order = { order_date: '2026-11-02', ship_by: null }
  expect(promisedDay({ ...order, ship_by: '2027-02-01' }, 2)).toBe('2027-02-01')
  expect(promisedDay(order, 2)).toBe('2026-11-04')
  expect(promisedDay(order, 60)).toBe('2026-12-02')
})

test('whatever the setting, the option and the weekday, an order ships within the days of the family, and what an email names is a possible pair', () => {
  const MONDAY = '2026-11-02'
  for (let weekday = 0; weekday < 7; weekday += 1) {
    for (let shipDays = 1; shipDays <= 60; shipDays += 1) {
      for (let estimated_days = 0; estimated_days <= 15; estimated_days += 1) {
        const today = addDays(MONDAY, weekday)
        const [shipBy, estimate] = [shipDayOf(today, shipDays), addBusinessDays(today, estimated_days)]
        expect(shipBy).toBe(addBusinessDays(today, shipDays))
        const shown = deliveryBeside(shipBy, estimate)
        expect(shown).toBe(estimate > shipBy ? estimate : null)
        // Settings names the options whose delivery some email would leave out.
        expect(shown === null).toBe(arrivesTooSoon({ estimated_days }, shipDays))
      }
    }
  }
})

test('an estimate without a day of shipping stands by itself', () => {
  expect(deliveryBeside(null, '2026-11-09')).toBe('2026-11-09')
  expect(deliveryBeside('2026-11-04', null)).toBeNull()
})
