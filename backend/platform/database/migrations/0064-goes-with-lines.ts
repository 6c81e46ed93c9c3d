import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * What goes with the bags of a line was the rain covers and pouches of the line "Accessories" and stood in code. Lines that
 * the family has stored, and those of its bags, get what was shown until now.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  const { rows: stored } = await sql<{ value: string }>`select value from shop_settings where key = 'lines'`.execute(
    database,
  )
  const [row] = stored
  if (row === undefined) return
  const { rows: products } = await sql<Product>`
    select product_id, product_name, line, size from products order by position`.execute(database)
  const goes_with = products
    .filter(({ line, product_name }) => line === 'Accessories' && /\b(rain cover|pouch)\b/i.test(product_name))
    .map(({ product_id }) => product_id)
    .slice(0, 20)
  if (goes_with.length === 0) return
  const lines: { line: string; goes_with?: string[] }[] = JSON.parse(row.value)
  const bags = new Set(products.filter(({ size }) => /^(slim|full)\b/i.test(size)).map(({ line }) => line))
  const known = lines.map((entry) => (bags.has(entry.line) ? { ...entry, goes_with } : entry))
  const others = [...bags].filter((line) => line !== '' && lines.every((entry) => entry.line !== line))
  const value = JSON.stringify([...known, ...others.map((line) => ({ line, goes_with }))])
  await sql`update shop_settings set value = ${value} where key = 'lines'`.execute(database)
}

type Product = { product_id: string; product_name: string; line: string; size: string }
