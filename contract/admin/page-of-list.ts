import * as z from 'zod/mini'

/** Where the next page of a list begins; only the backend that gave it reads it. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(500))
