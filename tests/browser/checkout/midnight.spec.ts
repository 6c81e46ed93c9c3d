import { expect, ONCE, test } from '../fixtures.ts'

/** Events of a page that somebody comes back to, each a day later. */
const LOOKS = [
  ['visibilitychange', 'Mon, Nov 23'],
  ['focus', 'Tue, Nov 24'],
  ['pageshow', 'Wed, Nov 25'],
  ['pointerdown', 'Thu, Nov 26'],
  ['keydown', 'Fri, Nov 27'],
] as const

test('a checkout that stays open over midnight shows the day of arrival anew', ONCE, async ({ page, checkout }) => {
  const arrival = (day: string) => page.getByText(`Arrives ${day}`)
  // A Sunday: five business days later it is Friday.
  await page.clock.install({ time: new Date('2026-11-15T12:00:00') })
  await checkout.open()
  await expect(arrival('Fri, Nov 20')).toBeVisible()
  for (const [look, day] of LOOKS) {
    await page.clock.fastForward('24:00:00')
    await page.evaluate((name) => document.dispatchEvent(new Event(name)), look)
    await expect(arrival(day), look).toBeVisible()
  }
})
