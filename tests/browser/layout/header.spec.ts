import type { Locator } from '@playwright/test'
import { CUSTOMER } from '../checkout/checkout.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { seedStorage, signedIn } from '../visit-storage.ts'

test('the header holds one line for a signed-in shopper at every width', ONCE, async ({ page }) => {
  await seedStorage(page, signedIn({ ...CUSTOMER, firstName: 'Elizabeth-Alexandra' }))
  await page.goto('/error')
  await expect(page.getByText('Welcome, Elizabeth-Alexandra')).toBeVisible()
  for (const width of [1024, 1100, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
    await expect.poll(async () => (await links.boundingBox())?.height).toBeLessThan(50)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  }
})

test('the search field holds its placeholder at every width, beside any name', ONCE, async ({ page }) => {
  const longName = { ...CUSTOMER, firstName: 'Wilhelmina Alexandra Featherstonehaugh-Montgomery' }
  for (const [stored, words] of [
    [{}, 'Sign In'],
    [signedIn(longName), 'Welcome, Wilhelmina'],
  ] as const) {
    await seedStorage(page, stored)
    await page.goto('/error')
    const header = page.getByRole('banner')
    await expect(header.getByText(words)).toBeVisible()
    const field = header.getByLabel('Search products')
    for (const width of [1024, 1279, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => spareRoom(field)).toBeGreaterThanOrEqual(0)
    }
  }
})

/** How much wider a field is than its placeholder, in pixels. */
function spareRoom(field: Locator): Promise<number> {
  return field.evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input)
    const brush = document.createElement('canvas').getContext('2d')
    if (brush === null) throw new Error('there is no canvas')
    brush.font = font
    const text = brush.measureText(input.placeholder).width
    return input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - text
  })
}

test('on a phone the notices take one line, and open at a press; a tap on the words of a link is a tap on that link', async ({
  page,
}) => {
  await page.goto('/error')
  const notices = page.getByRole('region', { name: 'Notices' })
  expect((await notices.boundingBox())?.height).toBeLessThanOrEqual(40)
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    const sentence = notices.getByRole('listitem').first()
    await expect.poll(() => linesOfText(sentence), `lines of the first notice at ${width}`).toBe(1)
  }
  await notices.getByRole('checkbox', { name: 'Show all notices' }).tap()
  for (const link of await notices.getByRole('link').all()) {
    const box = await link.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    expect(await missedWords(link)).toEqual([])
  }
})

/** On how many lines the text in front of an element's first link stands. */
function linesOfText(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const range = document.createRange()
    if (element.firstChild !== null) range.selectNode(element.firstChild)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  })
}

test('in the notices the target and the focus ring of each link are in the window, light on dark', async ({ page }) => {
  await page.goto('/error')
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByRole('checkbox').focus()
  for (const link of await notices.getByRole('link').all()) {
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    await expect(link).toHaveCSS('outline', 'rgb(240, 201, 177) solid 2px')
    await expect(link).toHaveCSS('outline-offset', '-2px')
    const { top, bottom, end } = await link.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top, bottom, end: element.closest('section')?.getBoundingClientRect().bottom ?? 0 }
    })
    expect(bottom - top).toBeGreaterThanOrEqual(44)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(end)
  }
})

/** Where a tap on a link's words, from the first to the last letter and from top to bottom, is not one on the link. */
function missedWords(link: Locator): Promise<string[]> {
  return link.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [...range.getClientRects()].flatMap(({ left, right, top, bottom }) =>
      [left + 1, (left + right) / 2, right - 1].flatMap((x) =>
        [top + 1, (top + bottom) / 2, bottom - 1].flatMap((y) => {
          const hit = document.elementFromPoint(x, y)
          return element.contains(hit) ? [] : [`${x} ${y}: ${hit?.textContent}`]
        }),
      ),
    )
  })
}

test('on small screens the search and the menu fold away', async ({ page }) => {
  await page.goto('/shop?q=zzz')
  const openSearch = page.getByRole('button', { name: 'Open search' })
  const box = page.getByRole('banner').getByLabel('Search products').last()

  await test.step('the search box shows what was searched for, and follows when that changes elsewhere', async () => {
    await openSearch.click()
    await expect(box).toHaveValue('zzz')
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(box).toHaveValue('')
  })

  await test.step('a search from the list closes the search panel, and so does Escape', async () => {
    await box.fill('nomad')
    await box.press('Enter')
    await expect(page).toHaveURL('/shop?q=nomad')
    await expect(box).toBeHidden()
    await openSearch.click()
    await page.keyboard.press('Escape')
    await expect(box).toBeHidden()
    await expect(openSearch).toBeFocused()
  })

  await test.step('the menu closes by Escape from its own button, by a tap beside it, and never covers what has focus', async () => {
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const open = page.getByRole('button', { name: 'Open menu' })
    await open.click()
    await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused()
    await page.getByRole('button', { name: 'Close menu' }).focus()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(open).toBeFocused()
    // The earliest that anybody can tap beside it.
    const tapped = page.evaluate(tapOnceMenuIsShown)
    await open.click()
    await tapped
    await expect(menu).toBeHidden()
    await open.click()
    await menu.getByRole('link', { name: 'About Us' }).focus()
    await page.keyboard.press('Tab')
    await expect(menu).toBeHidden()
    await open.click()
    await openSearch.click()
    await expect(menu).toBeHidden()
    const address = page.url()
    await open.click()
    await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused()
    await page.goBack()
    await expect(menu).toBeHidden()
    expect(page.url()).toBe(address)
    // A page that is opened from the menu has the page below it before it.
    await open.click()
    await menu.getByRole('link', { name: 'About Us' }).click()
    await expect(page).toHaveURL(/about/)
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect.poll(() => page.evaluate(() => window.history.state.layer)).toBe(undefined)
  })
})

/** Runs in the page: taps beside the menu at the moment when it is added to the page. */
async function tapOnceMenuIsShown(): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('#mobile-menu') === null) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
}
