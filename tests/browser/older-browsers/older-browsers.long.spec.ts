import { countRemoved, makeOldest } from '../../harness/browser/newer-built-ins.ts'
import { DEMO, LoginPage } from '../accounts/login-page.ts'
import { PRODUCT } from '../addresses.ts'
import { expect, test } from '../fixtures.ts'
import { OrdersPage } from '../orders/orders-page.ts'
import { Quiz } from '../quiz/quiz.ts'

// Its scripts stay in the tab.
test.use({ tab: 'new' })

test('the shop does everything without what the oldest browsers lack (R56)', async ({
  page,
  shop,
  product,
  cart,
  checkout,
}) => {
  await makeOldest(page)
  const expectNoSideways = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

  await test.step('the list is filtered, and its cards do not lie over each other', async () => {
    await shop.open()
    expect(await countRemoved(page)).toBeGreaterThan(50)
    expect(await page.evaluate(() => ['groupBy' in Map, 'withResolvers' in Promise])).toEqual([false, false])
    await expectNoSideways()
    const boxes = await shop.cards().evaluateAll((cards) =>
      cards.slice(0, 6).map((card) => {
        const { left, top, right, bottom } = card.getBoundingClientRect()
        return { left, top, right, bottom }
      }),
    )
    const overlaps = boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    )
    expect(overlaps).toEqual([])
    await shop.filter({ min: 70, soldOut: false })
    await expect(page).toHaveURL('/shop?min=70&soldOut=0')
    await expect(shop.cards()).not.toHaveCount(0)
  })

  await test.step('a product is added, and the cart counts it', async () => {
    await product.open(PRODUCT.product_id)
    await expectNoSideways()
    await product.add()
    await cart.open()
    await cart.increase(PRODUCT.product_name)
    await cart.expectCount(2)
  })

  await test.step('the quiz leads to a match', async () => {
    const quiz = new Quiz(page)
    await quiz.open()
    for (let step = 1; step <= 4; step += 1) {
      await quiz.expectStep(step)
      await quiz.section.getByRole('group').getByRole('button').first().click()
    }
    await expect(quiz.section.getByRole('heading', { name: 'Your match' })).toBeVisible()
  })

  await test.step('the checkout is filled in and answers Pay Now', async () => {
    await checkout.open('guest')
    await checkout.fillAddress()
    await expect(checkout.field('City')).not.toHaveValue('')
    await expectNoSideways()
    await checkout.payNow()
    await expect(checkout.popup()).toBeVisible()
  })

  await test.step('an item of an order is cancelled', async () => {
    const login = new LoginPage(page)
    const orders = new OrdersPage(page)
    await page.goto('/login')
    await login.signIn(DEMO)
    await login.expectGreeting(DEMO.firstName)
    await orders.open()
    await orders.choose('100001')
    await orders.items().locator('input:enabled').first().check()
    await orders.cancelButton().click()
    await orders.fillCancellation('Changed My Mind', 'I found one at home.')
    await orders.submitCancellation()
    await expect(page.getByText('Cancellation request submitted successfully!')).toBeFocused()
  })
})
