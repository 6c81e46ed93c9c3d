import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import './zod-locale.ts'

const row = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(3)),
  price: z.number().check(z.minimum(0), z.maximum(9)),
  stock: z.int(),
  kind: z.enum(['bag', 'sling']),
})

test.each([
  [{ name: 7 }, 'name must be text'],
  [{ name: undefined }, 'name is missing'],
  [{ name: '' }, 'name must not be empty'],
  [{ name: 'long' }, 'name must have at most 3 characters'],
  [{ price: '7,9' }, 'price must be a number'],
  [{ price: Number.NaN }, 'price must be a number'],
  [{ price: -1 }, 'price must be at least 0'],
  [{ price: 10 }, 'price must be at most 9'],
  [{ stock: 1.5 }, 'stock must be a whole number'],
  [{ color: 'red' }, ' does not know "color"'],
  [{ kind: 'hat' }, 'kind must be "bag" or "sling"'],
])('%j: %s', (change, sentence) => {
  const { error } = z.safeParse(row, { name: 'a', price: 1, stock: 1, kind: 'bag', ...change })
  expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([sentence])
})
