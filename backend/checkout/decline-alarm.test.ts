import { describe, expect, test } from 'vitest'
import { DECLINED, garbage, triedCards } from '../../tests/gateway/shops/declined-cards.ts'

describe('the alarm about declined cards', () => {
  const { shop, send, alarm } = triedCards()

  test('twenty declined cards from four addresses close nothing, and tell the family once', async () => {
    await shop.store.database
      .updateTable('products')
      .set({ price_cents: 200_200 })
      .where('product_id', '=', '103')
      .execute()
    const other = { items: [{ product_id: '103', quantity: 1, price: 2002 }], total: 2002 }
    for (let index = 0; index < 20; index += 1) {
      const answer = await send(`10.0.1.${index % 4}`, `eve${index}@mail.example`, index < 12 ? DECLINED : other)
      expect(answer.statusCode).toBe(402)
    }
    expect(await alarm()).not.toBeNull()
    expect((await send('10.0.2.1', 'bea@mail.example')).statusCode).toBe(200)
    for (let index = 0; index < 20; index += 1) await send(`10.0.3.${index}`, `eve${index}@mail.example`, DECLINED)
    expect((await send('10.0.2.1', 'ada@mail.example', {})).statusCode).toBe(200)
    const alerts = await shop.store.database
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'payment-alert')
      .execute()
    expect(alerts).toHaveLength(1)
    expect(alerts[0]?.text).toContain('cards were declined')
    expect(alerts[0]?.text).toContain('Orders stay open')
  })

  test('what is no card hides no declines: their share is that of the cards that a bank was asked about', async () => {
    for (let index = 0; index < 25; index += 1) {
      await send(`10.0.4.${index}`, `eve${index}@mail.example`, garbage(index))
    }
    for (let index = 0; index < 20; index += 1) await send(`10.0.1.${index}`, `eve${index}@mail.example`, DECLINED)
    expect(await alarm()).not.toBeNull()
  })
})
