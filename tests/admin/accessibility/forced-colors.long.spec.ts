import type { Locator } from '@playwright/test'
import { adminBackups } from '../../../contract/backups/admin.ts'
import { visitCalls } from '../../../contract/visits/calls.ts'
import { expect, openFromMore, test } from '../fixtures.ts'
import { OrderPage } from '../orders/order-page.ts'

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

test('with forced colors buttons and fields have edges, and the focus a ring', async ({ page }) => {
  await page.goto('/admin/orders/100005')
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  const controls = page.getByRole('main').locator('button:visible, a.mantine-Button-root:visible, textarea:visible')
  expect(await controls.count()).toBeGreaterThan(4)
  for (const control of await controls.all()) await expectEdge(control)
  await page.keyboard.press('Tab')
  const { outlineStyle, outlineColor, ground } = await colorsOf(page.locator(':focus'))
  expect(outlineStyle).toBe('solid')
  expect(outlineColor).not.toBe(ground)
})

test('with forced colors what floats has an edge', async ({ page }) => {
  const order = new OrderPage(page)
  await page.goto('/admin/orders/100005')
  await page.getByLabel('Note (only you').fill('Look at the edges')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expectEdge(page.locator('.mantine-Notification-root').first())
  await page.getByRole('button', { name: 'Cancel items' }).click()
  await expectEdge(order.dialog())
  const boxes = order.dialog().getByRole('checkbox')
  await expectEdge(boxes.first())
  await boxes.last().check()
  await expectFilled(boxes.last(), boxes.first())
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More' }).click()
  await expectEdge(page.getByRole('dialog'))
})

test('with forced colors what is selected is filled', async ({ page }) => {
  await page.goto('/admin/orders')
  const filters = page.getByRole('radiogroup', { name: 'Which orders' }).locator('label')
  await expectFilled(filters.filter({ hasText: 'To ship' }), filters.filter({ hasText: 'All' }))
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await expectFilled(navigation.getByRole('link', { name: 'Orders' }), navigation.getByRole('link', { name: 'Today' }))

  await page.goto('/admin/several')
  await expectFilled(page.getByRole('tab', { name: 'Prices' }), page.getByRole('tab', { name: 'Stock' }))

  await page.goto('/admin/products/101')
  const bold = page.getByRole('button', { name: 'Bold' })
  await page.getByRole('textbox', { name: /^Description/ }).press('ControlOrMeta+a')
  await bold.click()
  await expectFilled(bold, page.getByRole('button', { name: 'Italic' }))
})

test('with forced colors bars stand out', async ({ page, post }) => {
  await post(visitCalls.trackVisit.path, { page: '/about' })
  await page.goto('/admin/visits')
  await expect(page.getByRole('heading', { name: 'By day' })).toBeVisible()
  const chart = page.getByRole('region', { name: 'By day' })
  await expectFilled(chart.locator('[aria-hidden] span[style]').last(), chart)

  await page.route(`**${adminBackups.listBackups.path}`, async (route) => {
    const response = await route.fetch()
    const running = { kind: 'create', state: 'running', step: 'writing', name: 'by-hand.tar', done: 40, total: 100 }
    const task = {
      ...running,
      contents: null,
      failure: null,
      finished_at: null,
      started_at: '2026-01-01T00:00:00.000Z',
    }
    await route.fulfill({ response, json: { ...(await response.json()), task } })
  })
  await openFromMore(page, 'Backups')
  const progress = page.getByRole('progressbar')
  await expect(progress).toBeVisible()
  await expectFilled(progress, page.locator('.mantine-Progress-root'))
  await expectEdge(page.locator('.mantine-Progress-root'))
})

/** An edge in another color than what it stands on. */
async function expectEdge(element: Locator): Promise<void> {
  await expect(element).toHaveCSS('border-top-style', 'solid')
  const { borderColor, ground } = await colorsOf(element)
  expect(borderColor, `the edge of ${element}`).not.toBe(ground)
}

async function expectFilled(selected: Locator, other: Locator): Promise<void> {
  await expect(selected).toBeVisible()
  const [filled, plain] = [await colorsOf(selected), await colorsOf(other)]
  expect(filled.ground, `the ground of ${selected}`).not.toBe(plain.ground)
}

/** The colors of an element; its ground is its own background, or that of the nearest part around it that has one. */
function colorsOf(element: Locator) {
  return element.evaluate((start) => {
    const { borderTopColor, outlineStyle, outlineColor } = getComputedStyle(start)
    /** Without its opacity, which is that of the page's own color. */
    const opaque = (color: string) => color.match(/\d+/g)?.slice(0, 3).join(' ')
    let ground: string | undefined
    for (let part: Element | null = start; part !== null && ground === undefined; part = part.parentElement) {
      const { backgroundColor } = getComputedStyle(part)
      if (!/^rgba.* 0\)$/.test(backgroundColor)) ground = opaque(backgroundColor)
    }
    return { borderColor: opaque(borderTopColor), outlineStyle, outlineColor: opaque(outlineColor), ground }
  })
}
