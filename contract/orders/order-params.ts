import * as z from 'zod/mini'

export const orderParams = z.object({
  order_id: z.string().check(z.minLength(1), z.maxLength(100), z.describe('Number of the order')),
})
