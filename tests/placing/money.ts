import { insertOperation } from '../../backend/checkout/placing/placements.repository.ts'
import { compareBooks, openBooks, START_STOCK, setStock, settleAll } from './books.ts'
import { type Answer, buildOrder, send } from './shoppers.ts'
import { type Mode, type ModeOptions, type Trial, withBooks } from './trial.ts'

/** Captures, voids and refunds with answers that are lost. */
export const money: Mode = { rounds: 1000, run }

async function run(trial: Trial, { rounds: count }: ModeOptions): Promise<string> {
  const shop = await trial.start()
  await withBooks(trial, shop, (store) => setStock(store, START_STOCK))
  const answers: Answer[] = []
  for (let done = 0; done < count; done += 20) {
    const bodies = await Promise.all(
      Array.from({ length: Math.min(20, count - done) }, () => buildOrder(trial.gateway)),
    )
    answers.push(
      ...(await Promise.all(bodies.map((body) => send(shop.address, body)))).flatMap((answer) => answer ?? []),
    )
  }
  await shop.kill()
  const store = await openBooks({ databaseUrl: trial.databaseUrl, dataDir: shop.dataDir })
  const payments = await store.database.selectFrom('payments').selectAll().execute()
  const ask = async (kind: 'capture' | 'void' | 'refund', list: typeof payments, cents: (full: number) => number) => {
    for (const [index, fault] of (
      [
        { answer: 'cut', commit: true },
        { answer: 'cut', commit: false },
      ] as const
    ).entries()) {
      await trial.gateway.fail({
        match: '(PUT|POST) .*/(submit_for_settlement|void|refund)',
        ...fault,
        probability: 0.15,
        times: count,
        seed: index + 7,
      })
    }
    await store.database.transaction().execute(async (trx) => {
      for (const { reference, authorized_cents } of list) {
        await insertOperation(trx, {
          reference,
          kind,
          amount_cents: cents(authorized_cents),
          state: 'due',
          now: new Date(),
        })
      }
    })
    await settleAll(store)
    await trial.gateway.clear()
  }
  const half = payments.slice(0, Math.ceil(payments.length / 2))
  await ask('void', payments.slice(half.length), (full) => full)
  await ask('capture', half, (full) => full - 100)
  await trial.gateway.settle()
  await ask('refund', half, () => 1000)
  await ask('refund', half.slice(0, 20), () => 500)
  trial.problems.push(...(await compareBooks(store, answers, START_STOCK)))
  await store.close()
  return `${payments.length + half.length + 20} captures, voids and refunds with 30 % of lost answers`
}
