import type { Page } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import { ContactDialog } from './contact-dialog.ts'
import { expect, ONCE, test } from './fixtures.ts'
import { Quiz } from './quiz.ts'

const BY_SLUG = /\/api\/productsBySlug/
const PRODUCTS = /\/api\/products$/
const ANSWERS = ['School', 'Just what I need', 'Classic', 'Surprise me']
/** Where these answers lead, without a click for each. */
const RESULT = '/?quiz=school.light.classic.surprise'

/** The answers to the calls, with those products sold out. */
async function sellOut(page: Page, isSold: (slug: string) => boolean): Promise<void> {
  await page.route(BY_SLUG, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), stock_quantity: 0 } })
  })
  await page.route(PRODUCTS, async (route) => {
    const response = await route.fetch()
    const products: { slug: string }[] = await response.json()
    const json = products.map((product) => (isSold(product.slug) ? { ...product, stock_quantity: 0 } : product))
    await route.fulfill({ response, json })
  })
}

test('each answer advances, and the last yields a product with price, stock and reason', async ({ page }) => {
  const quiz = new Quiz(page)
  await quiz.open()
  for (const [index, label] of ANSWERS.entries()) {
    await quiz.expectStep(index + 1)
    await quiz.choose(label)
  }
  await quiz.expectMatch(PRODUCT.product_name)
  await expect(quiz.section.getByText('$79.00', { exact: true })).toBeVisible()
  await expect(quiz.section.getByText('In Stock', { exact: true })).toBeVisible()
  await expect(quiz.section.getByText(/^Because you.+ and you like a classic look\.$/)).toBeVisible()
  await quiz.section.getByRole('link', { name: 'See this backpack' }).click()
  await expect(page.getByRole('heading', { level: 1, name: PRODUCT.product_name })).toBeVisible()
})

test('the quiz is answered by keyboard alone, with focus on each new question', ONCE, async ({ page }) => {
  const quiz = new Quiz(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByRole('link', { name: /^What we do/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Which one is yours?' })).toBeFocused()
  await quiz.expectStep(1)
  for (const label of ANSWERS) {
    await page.keyboard.press('Tab')
    for (let presses = 0; presses < 3; presses += 1) {
      if (await quiz.answer(label).evaluate((button) => button === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(quiz.answer(label)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(quiz.answer(label)).toBeHidden()
  }
  await expect(quiz.section.getByRole('heading', { name: 'Your match' })).toBeFocused()
  await quiz.expectMatch(PRODUCT.product_name)
  await page.keyboard.press('Tab')
  await expect(quiz.section.getByRole('link', { name: 'See this backpack' })).toBeFocused()
})

test(
  'one goes forward and back, reloads and starts anew, with focus and answers in their place',
  ONCE,
  async ({ page }) => {
    const quiz = new Quiz(page)
    await quiz.open()

    await test.step('focus goes to the new question, forward and back, and Back remembers the answer', async () => {
      await quiz.choose('Travel')
      await expect(quiz.section.locator('legend')).toBeFocused()
      await expect(quiz.question('How much do you carry?')).toBeVisible()
      await quiz.answer('Back').click()
      await expect(quiz.section.locator('legend')).toBeFocused()
      await quiz.answer('Travel, your answer so far').click()
    })

    await test.step('a reload keeps the step one was at', async () => {
      await quiz.choose('A bit of everything')
      await quiz.expectStep(3)
      await page.reload()
      await quiz.section.scrollIntoViewIfNeeded()
      await quiz.expectStep(3)
    })

    await test.step('Retake Quiz resets it', async () => {
      await quiz.choose('Classic', 'Surprise me')
      await quiz.answer('Retake Quiz').click()
      await quiz.expectStep(1)
      await expect(page).toHaveURL('/')
      await expect(quiz.section.getByText('your answer so far')).toHaveCount(0)
    })

    await test.step('a double click answers one question', async () => {
      await quiz.answer('School').dblclick()
      await quiz.expectStep(2)
      await quiz.choose('Just what I need')
      await quiz.expectStep(3)
      await quiz.choose('Classic')
      await quiz.answer('Surprise me').dblclick()
      await quiz.expectMatch(PRODUCT.product_name)
      expect(new URL(page.url()).pathname).toBe('/')
    })
  },
)

test('a result has an address that can be shared, and opens there', ONCE, async ({ page, browser, server }) => {
  const quiz = new Quiz(page)
  await quiz.open()
  await quiz.choose(...ANSWERS)
  await expect(page).toHaveURL(RESULT)
  const friend = await (await browser.newContext()).newPage()
  await friend.goto(server.address + new URL(page.url()).search)
  await new Quiz(friend).expectMatch(PRODUCT.product_name)
  await expect(friend.getByRole('heading', { name: 'Which one is yours?' })).toBeInViewport()
  await friend.context().close()
})

test('an address with answers that nobody offers starts at the first question', ONCE, async ({ page }) => {
  const quiz = new Quiz(page)
  await quiz.open('/?quiz=school.light.classic.pink')
  await quiz.expectStep(1)
})

test('a sold-out bag gives way to the closest one in stock, and says so', ONCE, async ({ page }) => {
  await sellOut(page, (slug) => slug === 'campus-slim-blue')
  const quiz = new Quiz(page)
  await quiz.open(RESULT)
  await quiz.expectMatch('Campus Slim Backpack, Grey')
  await expect(quiz.section.getByText(`lead to the ${PRODUCT.product_name}, which is sold out just now`)).toBeVisible()
  await expect(quiz.section.getByText(/^Because/)).toHaveCount(0)
  await expect(quiz.section.getByRole('link', { name: 'See this backpack' })).toBeVisible()
})

test('where no backpack is left, what stands in for it is not called one', ONCE, async ({ page }) => {
  await sellOut(page, (slug) => !slug.includes('duffel'))
  const quiz = new Quiz(page)
  await quiz.open(RESULT)
  await quiz.expectMatch('Weekender Duffel, Blue')
  await expect(quiz.section.getByRole('link', { name: 'See it in the shop' })).toBeVisible()
})

test('where everything is sold out, Write to us names the bag', ONCE, async ({ page }) => {
  await sellOut(page, () => true)
  const quiz = new Quiz(page)
  const contact = new ContactDialog(page)
  await quiz.open(RESULT)
  await quiz.expectMatch(PRODUCT.product_name)
  await quiz.section.getByRole('link', { name: 'Write to us' }).click()
  await contact.expectKept({
    Reason: 'Inquiry about any product',
    'Product name or order ID': PRODUCT.product_name,
  })
})

test('a call that hangs leaves ways on', ONCE, async ({ page }) => {
  await page.route(BY_SLUG, () => {})
  const quiz = new Quiz(page)
  await quiz.open(RESULT)
  await expect(quiz.section.getByText('Looking on the shelf...')).toBeVisible()
  await expect(quiz.section.getByRole('link', { name: 'See the backpacks' })).toHaveAttribute('href', '/shop')
  await quiz.answer('Retake Quiz').click()
  await quiz.expectStep(1)
})

test('before the quiz is there its first question stands in its place', async ({ page }) => {
  await page.route(/quiz-steps/, () => {})
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const section = new Quiz(page).section
  await expect(section.getByText('Where do most of your days take you?')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveText(['School', 'Work and commute', 'Travel'])
  const height = (await section.boundingBox())?.height
  await page.unroute(/quiz-steps/)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await section.scrollIntoViewIfNeeded()
  await expect(section.getByRole('group')).toBeVisible()
  expect((await section.boundingBox())?.height).toBe(height)
})

test('a bag that is not in the shop gives way to the closest one in stock', ONCE, async ({ page, allow }) => {
  allow(/404/, 'the recommended bag is missing in this test')
  await page.route(BY_SLUG, (route) => route.fulfill({ status: 404, json: { error: 'not_found' } }))
  const quiz = new Quiz(page)
  await quiz.open(RESULT)
  await quiz.expectMatch('Campus Slim Backpack, Grey')
  await expect(quiz.section.getByText('is not in the shop at present')).toBeVisible()
})

test('a failed call keeps the answers, and Try again brings the bag', ONCE, async ({ page, allow }) => {
  allow(/productsBySlug|ERR_FAILED/, 'the call fails in this test')
  await page.route(BY_SLUG, (route) => route.abort())
  const quiz = new Quiz(page)
  await quiz.open(RESULT)
  await expect(quiz.section.getByRole('alert')).toContainText('could not fetch it')
  await expect(quiz.section.getByRole('link', { name: 'See the backpacks' })).toHaveAttribute('href', '/shop')
  await page.unroute(BY_SLUG)
  await quiz.answer('Try again').click()
  await quiz.expectMatch(PRODUCT.product_name)
})

test('questions that do not arrive leave the page as it is', ONCE, async ({ page, allow }) => {
  allow(/quiz-steps|ERR_FAILED|dynamically imported|^error: Shop: /, 'the code is out of reach in this test')
  await page.route(/quiz-steps/, (route) => route.abort())
  const quiz = new Quiz(page)
  await quiz.open()
  await expect(quiz.section.getByRole('alert')).toContainText('could not be loaded')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
})

test('a contact dialog over the result keeps the result', ONCE, async ({ page }) => {
  const quiz = new Quiz(page)
  await quiz.open(RESULT)
  await quiz.expectMatch(PRODUCT.product_name)
  await page.getByRole('link', { name: 'Write to us' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(RESULT)
  await quiz.expectMatch(PRODUCT.product_name)
})
