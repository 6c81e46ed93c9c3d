import { parseArgs } from 'node:util'
import { startShop } from './start-shop.ts'

const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })

await startShop({ development: values.dev })
