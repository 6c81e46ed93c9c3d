import { expect, test } from 'vitest'
import { parseOrdersFile, parseOrdersSheet } from './orders-file.ts'

test('a table with more rows than the admin takes is refused as a whole; a file of a command is not', () => {
  const table = `number\n${'x\n'.repeat(50_001)}`
  expect(parseOrdersSheet(table, {}).errors).toEqual([
    { row: 50_002, field: '', message: 'the table has more than 50,000 rows; import it in parts' },
  ])
  const { errors } = parseOrdersFile(Buffer.from(table))
  expect(errors.at(-1)?.row).toBe(50_002)
})

test('very many problems are all counted', () => {
  const rows = Array.from({ length: 30_000 }, (_, row) => {
    return `1,2026-01-${row === 0 ? '01' : '02'},A${row},B${row},a${row}@shop.example,c${row},101,Bag,1,1`
  })
  const fields = ['order_id', 'order_date', 'first_name', 'last_name', 'email', 'customer_id'] as const
  const items = ['product_id', 'product_name', 'price', 'quantity'] as const
  const columns = Object.fromEntries([...fields, ...items].map((field, column) => [field, column]))
  const { errors, errorCount } = parseOrdersSheet(`${[...fields, ...items].join()}\n${rows.join('\n')}`, columns)
  expect(errorCount).toBe(5 * 29_999)
  expect(errors).toHaveLength(100)
})
