import { parseArgs } from 'node:util'
import { shopConfigProblem } from './shop-config.ts'

const { values } = parseArgs({
  options: { dev: { type: 'boolean', default: false }, follower: { type: 'boolean', default: false } },
})

// Everything else is loaded after the owner's page was found right, since it imports it.
const problem = await shopConfigProblem()
if (problem === null) {
  const { runShop } = await import('./run-shop.ts')
  await runShop({ development: values.dev, follower: values.follower })
} else {
  console.error(problem)
  process.exitCode = 1
}
