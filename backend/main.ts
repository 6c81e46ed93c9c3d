import { parseArgs } from 'node:util'
import { runShop } from './run-shop.ts'

const { values } = parseArgs({
  options: { dev: { type: 'boolean', default: false }, follower: { type: 'boolean', default: false } },
})
await runShop({ development: values.dev, follower: values.follower })
