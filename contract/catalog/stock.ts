import * as z from 'zod/mini'
import { cleanText } from '../text/clean-text.ts'

export const STOCK_FILTERS = ['any', 'low', 'out'] as const
/** Above this, a product is not shown as low. */
export const LOW_STOCK = 5

export const MAX_PRODUCT_STOCK = 1_000_000
export const STOCK_NOTE_LENGTH = 200

export const stockCount = z.int().check(z.minimum(0), z.maximum(MAX_PRODUCT_STOCK))
export const stockNote = z._default(z.string().check(cleanText(), z.trim(), z.maxLength(STOCK_NOTE_LENGTH)), '')
