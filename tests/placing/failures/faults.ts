import { openBooks, START_STOCK, setStock } from '../books.ts'
import { type Answer, buildOrders, finalAnswers, send } from '../shoppers.ts'
import { type Mode, type ModeOptions, settleAndCompare, type Trial } from '../trial.ts'

/** Many placements, a fifth of them with an answer that is lost or late. */
export const faults: Mode = { rounds: 10_000, run }

async function run(trial: Trial, { rounds: count }: ModeOptions): Promise<string> {
  const shop = await trial.start()
  const store = await openBooks(trial, shop.dataDir)
  await setStock(store, START_STOCK)
  const answersOf = [
    { answer: 'cut', commit: true },
    { answer: 'cut', commit: false },
    { answer: 'half', commit: true },
    { answer: { status: 201 }, commit: true },
    { answer: { status: 200, type: 'text/html', body: '<html>Sorry</html>' }, commit: true },
    { answer: { status: 500 }, commit: true },
    { answer: { status: 503 }, commit: false },
    { answer: { status: 429 }, commit: false },
  ] as const
  for (const [index, fault] of answersOf.entries()) {
    await trial.gateway.fail({
      match: 'POST .*/transactions',
      ...fault,
      probability: 0.2 / answersOf.length,
      times: count,
      seed: index + 1,
    })
  }
  const answers: Answer[] = []
  const keys: string[] = []
  for (let done = 0; done < count; done += 20) {
    const bodies = await buildOrders(trial.gateway, Math.min(20, count - done))
    const told = await Promise.all(bodies.map((body) => send(shop.address, body)))
    keys.push(...bodies.map(({ key }) => key))
    answers.push(...finalAnswers(told))
    if ((done + 20) % 1000 === 0) console.info(`${done + 20} placements`)
  }
  await trial.gateway.clear()
  const counts = [...Map.groupBy(answers, ({ status }) => status)]
    .map(([status, list]) => `${status} ${list.length}`)
    .join(', ')
  await shop.kill()
  await settleAndCompare(trial, { dataDir: shop.dataDir, store, keys, answers, startStock: START_STOCK })
  await store.close()
  return `${count} placements with 20 % of lost answers: ${counts}, ${count - answers.length} checked later`
}
