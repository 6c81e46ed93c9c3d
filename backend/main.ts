import { parseArgs } from 'node:util'
import { shopConfigProblem } from './shop-config.ts'

const { values } = parseArgs({
  options: { dev: { type: 'boolean', default: false }, follower: { type: 'boolean', default: false } },
})

// Loaded after shop.config.ts was validated, since it imports that file.
const problem = await shopConfigProblem()
if (problem === null) {
  const { runShop } = await import('./run-shop.ts')
  await runShop({ development: values.dev, follower: values.follower })
} else {
  console.error(problem)
  process.exitCode = 1
}
