import { expect, ONCE, test } from '../fixtures.ts'

test.describe('the controls of the list', ONCE, () => {
  test('respond at once, before the list is rendered again', async ({ page, shop }) => {
    await shop.open()
    const main = page.getByRole('main')
    const states = {
      soldOut: await main.getByLabel('Include sold-out items').evaluate((box: HTMLInputElement) => {
        box.click()
        return box.checked
      }),
      sort: await main.getByLabel('Sort by').evaluate((select: HTMLSelectElement) => {
        select.value = 'name'
        select.dispatchEvent(new Event('change', { bubbles: true }))
        return select.value
      }),
      view: await main.getByRole('button', { name: 'List view' }).evaluate(async (button: HTMLButtonElement) => {
        button.click()
        await Promise.resolve()
        return button.ariaPressed
      }),
    }
    expect(states).toEqual({ soldOut: false, sort: 'name', view: 'true' })
    await expect(page).toHaveURL('/shop?soldOut=0&view=list&sort=name')
  })

  test('a click anywhere on the switch hits its checkbox, and its knob is on the right while sold-out items are included', async ({
    page,
    shop,
  }) => {
    await shop.open()
    const box = page.getByRole('main').getByLabel('Include sold-out items')
    const hits = await box.evaluate((input) => {
      const { left, top, width, height } = input.getBoundingClientRect()
      const points = [0.05, 0.5, 0.95].map((part) => document.elementFromPoint(left + part * width, top + height / 2))
      return points.map((hit) => hit === input)
    })
    expect(hits).toEqual([true, true, true])
    const moved = () => page.locator('.switch').evaluate((track) => getComputedStyle(track, '::after').transform)
    await expect.poll(moved).toBe('matrix(1, 0, 0, 1, 20, 0)')
    await box.click()
    await expect(box).not.toBeChecked()
    await expect.poll(moved).toBe('none')
  })

  test('end where they began after a double click', async ({ page, shop }) => {
    await shop.open()
    await page
      .getByRole('main')
      .getByLabel('Include sold-out items')
      .evaluate((box: HTMLInputElement) => {
        box.click()
        box.click()
      })
    await expect(page.getByRole('main').getByLabel('Include sold-out items')).toBeChecked()
    await expect(page).toHaveURL('/shop')
    await expect(shop.cards().filter({ hasText: 'Sold Out' })).not.toHaveCount(0)
  })
})
