import type { Database } from '../../platform/database/database.ts'
import { listSoldOutSince } from './sold-out.repository.ts'

export type GoodsProblem = { code: 'picture_missing' | 'alt_missing' | 'price_zero' | 'sold_out'; name: string }

/** By product and kind. Sold-out products count once they are so since `soldOutBefore`. */
export async function listGoodsProblems(database: Database, soldOutBefore: Date): Promise<GoodsProblem[]> {
  const published = database.selectFrom('products').where('status', '=', 'published').orderBy('products.position')
  const free = await published.select('product_name').where('price_cents', '=', 0).execute()
  const pictures = await published
    .innerJoin('product_pictures', 'product_pictures.product_id', 'products.product_id')
    .leftJoin('media', 'media.name', 'product_pictures.file')
    .select(['products.product_name', 'product_pictures.alt', 'media.name as stored'])
    .where((row) => row.or([row('media.name', 'is', null), row('product_pictures.alt', '=', '')]))
    .execute()
  const problems: GoodsProblem[] = [
    ...named(
      'picture_missing',
      pictures.filter(({ stored }) => stored === null),
    ),
    ...named(
      'alt_missing',
      pictures.filter(({ alt }) => alt === ''),
    ),
    ...named('price_zero', free),
    ...named(
      'sold_out',
      (await listSoldOutSince(database, soldOutBefore)).map((product_name) => ({ product_name })),
    ),
  ]
  return problems
}

function named(code: GoodsProblem['code'], rows: readonly { product_name: string }[]): GoodsProblem[] {
  return [...new Set(rows.map(({ product_name }) => product_name))].map((name) => ({ code, name }))
}
