import { isDeepStrictEqual } from 'node:util'
import { EDITED_COLUMNS, STORED_FIELDS } from '@shop/contract/catalog/admin'
import { keysOf } from '@shop/contract/http/coercion'
import { storedFields } from '@shop/contract/http/fields'

/** All columns but the version. */
export const PRODUCT_COLUMNS = [...keysOf(storedFields(STORED_FIELDS)), 'details', 'position'] as const

const EDITED_NAMES = keysOf(EDITED_COLUMNS)

type Compared = Readonly<Record<(typeof EDITED_NAMES)[number] | 'details', unknown>> & {
  pictures: readonly { file: string; alt: string }[]
}

/** Compares all but stock and place. Most of thousands are equal, so nothing is allocated. */
export function isSameProduct(before: Compared, after: Compared): boolean {
  return (
    EDITED_NAMES.every((name) => before[name] === after[name]) &&
    before.pictures.length === after.pictures.length &&
    before.pictures.every(({ file, alt }, index) => {
      const other = after.pictures[index]
      return file === other?.file && alt === other.alt
    }) &&
    isDeepStrictEqual(before.details, after.details)
  )
}
