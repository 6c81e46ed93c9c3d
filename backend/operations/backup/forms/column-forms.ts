import { ZIP_FORM } from '@shop/contract/address/us-regions'
import * as z from 'zod/mini'
import { hasShortHashForm, isMediaName, isSha256 } from '../../../media/store/media.ts'

/** A day, with or without a time. */
export const moment = z.string().check(z.regex(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?$/))
export const addressPart = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/))
export const picture = z.string().check(z.refine(isMediaName))
export const shortHash = z.string().check(z.refine(hasShortHashForm))
export const sha256 = z.string().check(z.refine(isSha256))
export const zip = z.string().check(z.regex(ZIP_FORM))
/** Stands for bytes in a row. */
export const blob = z.object({ sha256, bytes: z.int() })
export const anyJson = json(z.unknown())
export const pageValues = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.object({ file: picture, alt: z.string() })]),
)

/** Text that is JSON of this form. */
export function json(form: z.ZodMiniType) {
  return z.string().check(z.refine((value) => z.safeParse(form, parseJson(value)).success))
}

export function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
