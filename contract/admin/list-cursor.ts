import * as z from 'zod/mini'

/** Opaque start of a list's next page; only the backend can read it. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(500))
