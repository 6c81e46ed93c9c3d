import type { Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { ContactDialog } from '../contact/contact-dialog.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { Quiz } from './quiz.ts'

const BY_SLUG = /\/api\/productsBySlug/
const PRODUCTS = /\/api\/products$/
const MATCH_CODE = /quiz-result/
/** All of the application: until it has come, a page is what the server sent. */
const CODE = /\/assets\/.*\.js$/
const ANSWERS = ['School', 'Just what I need', 'Classic', 'Surprise me']
/** Where these answers lead, without a click for each. */
const RESULT = '/?quiz=school.light.classic.surprise'

test('each answer advances, and the last yields a product with price, stock and reason', async ({ page }) => {
  const quiz = new Quiz(page)
  const released = Promise.withResolvers<void>()
  await page.route(CODE, async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })

  await test.step('a press before the application is there is kept', async () => {
    await quiz.expectStep(1)
    await quiz.choose('School')
    await quiz.expectStep(1)
    released.resolve()
    await quiz.expectStep(2)
    await quiz.answer('Back').click()
  })

  for (const [index, label] of ANSWERS.entries()) {
    await quiz.expectStep(index + 1)
    await quiz.choose(index === 0 ? `${label}, your answer so far` : label)
  }
  await quiz.expectMatch(PRODUCT.product_name)
  await expect(page).toHaveURL(RESULT)
  await expect(quiz.section.getByText('$79.00', { exact: true })).toBeVisible()
  await expect(quiz.section.getByText('In Stock', { exact: true })).toBeVisible()
  await expect(quiz.section.getByText(/^We picked it because you.+ and you like a classic look\.$/)).toBeVisible()
  await quiz.section.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(page.getByRole('heading', { level: 1, name: PRODUCT.product_name })).toBeVisible()
})

test('the quiz is answered with only the keyboard, back and forward, and anew', ONCE, async ({ page }) => {
  const quiz = new Quiz(page)
  await page.goto('/')

  await test.step('focus goes to each new question, and to the result', async () => {
    await page.getByRole('link', { name: /^What we do/ }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Which one is yours?' })).toBeFocused()
    await quiz.expectStep(1)
    for (const label of ANSWERS) await chooseByKeyboard(page, quiz, label)
    await expect(quiz.section.getByRole('heading', { name: 'Your match' })).toBeFocused()
    await quiz.expectMatch(PRODUCT.product_name)
    await page.keyboard.press('Tab')
    await expect(quiz.section.getByRole('link', { name: 'See it in the shop' })).toBeFocused()
  })

  await test.step('Retake Quiz resets it', async () => {
    await quiz.answer('Retake Quiz').click()
    await quiz.expectStep(1)
    await expect(page).toHaveURL('/')
    await expect(quiz.section.getByText('your answer so far')).toHaveCount(0)
  })

  await test.step('Back remembers the answer', async () => {
    await quiz.choose('Travel')
    await expect(quiz.section.locator('legend')).toBeFocused()
    await expect(quiz.question('How much do you carry?')).toBeVisible()
    await quiz.answer('Back').click()
    await expect(quiz.section.locator('legend')).toBeFocused()
    await quiz.answer('Travel, your answer so far').click()
  })

  await test.step('a reload stays at the same step', async () => {
    await quiz.choose('A bit of everything')
    await quiz.expectStep(3)
    await page.reload()
    await quiz.section.scrollIntoViewIfNeeded()
    await quiz.expectStep(3)
  })

  await test.step('a double click answers one question', async () => {
    await quiz.answer('Classic').dblclick()
    await quiz.expectStep(4)
    await quiz.answer('Surprise me').dblclick()
    await quiz.expectMatch('Nomad Full Backpack, Blue')
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

test('the match takes the focus also where its code comes after the last answer', ONCE, async ({ page }) => {
  const quiz = new Quiz(page)
  const released = Promise.withResolvers<void>()
  await page.route(MATCH_CODE, async (route) => {
    await released.promise
    await route.continue()
  })
  await quiz.open()
  for (const label of ANSWERS) await quiz.choose(label)
  await expect(quiz.section.getByText('Finding your match…')).toBeVisible()
  released.resolve()
  await expect(quiz.section.getByRole('heading', { name: 'Your match' })).toBeFocused()
})

async function chooseByKeyboard(page: Page, quiz: Quiz, label: string): Promise<void> {
  await page.keyboard.press('Tab')
  for (let presses = 0; presses < 3; presses += 1) {
    if (await quiz.answer(label).evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(quiz.answer(label)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(quiz.answer(label)).toBeHidden()
}

test(
  'a result has an address that can be shared, and says what keeps it from the shelf',
  ONCE,
  async ({ page, allow }) => {
    allow(/productsBySlug|ERR_FAILED/, 'the call fails in this test')
    const quiz = new Quiz(page)
    await page.route(BY_SLUG, (route) => route.abort())
    await page.goto(RESULT)

    await test.step('a failed call keeps the answers, and offers the shop', async () => {
      await expect(page.getByRole('heading', { name: 'Which one is yours?' })).toBeInViewport()
      await expect(quiz.section.getByRole('alert')).toContainText('couldn’t load it')
      await expect(quiz.section.getByRole('link', { name: 'See the collection' })).toHaveAttribute('href', '/shop')
    })

    const released = await sellOut(page)
    await test.step('a call that hangs is reported, with next steps', async () => {
      await quiz.answer('Try again').click()
      await expect(quiz.section.getByText('Finding your match...')).toBeVisible()
      await expect(quiz.section.getByText('This is taking longer than usual. We’re still looking.')).toBeVisible()
      await expect(quiz.section.getByRole('link', { name: 'See the collection' })).toHaveAttribute('href', '/shop')
      await expect(quiz.answer('Retake Quiz')).toBeVisible()
    })

    await test.step('where everything is sold out, Write to us names the bag', async () => {
      released.resolve()
      await quiz.expectMatch(PRODUCT.product_name)
      const contact = new ContactDialog(page)
      await quiz.section.getByRole('link', { name: 'Write to us' }).click()
      await contact.expectValues({
        Reason: 'Inquiry about any product',
        'Product name or order ID': PRODUCT.product_name,
      })
    })

    await test.step('a closed contact dialog leaves the result', async () => {
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(RESULT)
      await quiz.expectMatch(PRODUCT.product_name)
    })

    await test.step('on a very wide screen the first question takes the place of a result', async () => {
      await page.setViewportSize({ width: 1920, height: 1080 })
      const panel = quiz.section.locator('.quiz-panel')
      const height = (await panel.boundingBox())?.height
      await quiz.answer('Retake Quiz').click()
      await quiz.expectStep(1)
      expect((await panel.boundingBox())?.height).toBe(height)
    })
  },
)

/** Everything is sold out, which the shop says of the recommended product once it is released. */
async function sellOut(page: Page): Promise<PromiseWithResolvers<void>> {
  const released = Promise.withResolvers<void>()
  await page.unroute(BY_SLUG)
  await page.route(BY_SLUG, async (route) => {
    const response = await route.fetch()
    await released.promise
    await route.fulfill({ response, json: { ...(await response.json()), stock_quantity: 0 } })
  })
  await page.route(PRODUCTS, async (route) => {
    const response = await route.fetch()
    const products: object[] = await response.json()
    await route.fulfill({ response, json: products.map((product) => ({ ...product, stock_quantity: 0 })) })
  })
  return released
}

test('a match that cannot be loaded leaves the page as it is', ONCE, async ({ page, allow }) => {
  allow(/quiz-result|ERR_FAILED|dynamically imported|^error: Shop: /, 'the code is out of reach in this test')
  await page.route(MATCH_CODE, (route) => route.abort())
  const quiz = new Quiz(page)
  await quiz.open(RESULT)
  await expect(quiz.section.getByRole('alert')).toContainText('couldn’t load')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
})
