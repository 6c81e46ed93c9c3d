import { describe, expect, test } from 'vitest'
import { DECLINED, triedCards } from '../../tests/gateway/shops/declined-cards.ts'

describe('cards that are tried', () => {
  const { gateway, shop, send } = triedCards()
  const isSale = ({ method, path }: { method: string; path: string }) => method === 'POST' && /transactions$/.test(path)

  test('cards that begin like many declined ones wait for one another, and the card is asked for only then', async () => {
    const bank = async (number: string) => ({ nonce: await gateway.nonce({ card: { brand: 'Visa', number } }) })
    const looks = async () => (await gateway.requests()).filter(({ path }) => path.includes('payment_method_nonces'))
    for (let index = 0; index < 20; index += 1) {
      await send(`10.0.1.${index}`, `eve${index}@mail.example`, DECLINED)
    }
    expect(await looks()).toEqual([])
    for (let index = 20; index < 26; index += 1) {
      await send(`10.0.1.${index}`, `eve${index}@mail.example`, DECLINED)
    }
    const before = shop.waits.length
    expect((await send('10.0.2.1', 'ada@mail.example', await bank('5555550000001111'))).statusCode).toBe(200)
    expect(shop.waits.slice(before)).toEqual([])
    expect((await send('10.0.2.2', 'bea@mail.example')).statusCode).toBe(200)
    expect(shop.waits.slice(before)).toEqual([2000])
    expect(await looks()).toHaveLength(8)
  })

  test('when many addresses try cards, each gets two to the gateway, and everybody else orders', async () => {
    const codes: number[] = []
    for (let index = 0; index < 60; index += 1) {
      codes.push((await send(`10.0.1.${index % 12}`, `eve${index}@mail.example`, DECLINED)).statusCode)
    }
    expect(codes.filter((code) => code === 402)).toHaveLength(24)
    expect(codes.slice(24)).toEqual(Array(36).fill(429))
    expect((await gateway.requests()).filter(isSale)).toHaveLength(24)
    expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(200)
  })
})
