import { DOT_COLORS, dotColorOf } from '@shop/contract/catalog'
import type { PLAIN_NAMES, ProductValues } from './product-values.ts'

const HELP: Readonly<Partial<Record<(typeof PLAIN_NAMES)[number], string>>> = {
  color: 'Such as Blue or Light grey.',
  size: 'Such as Full, 24 L.',
  style: 'Such as slim or full. Products of the same line and style are offered as colors of one bag.',
}

/** What belongs into a field, or what the shop makes of what stands there. */
export function helpFor(
  name: (typeof PLAIN_NAMES)[number],
  { color }: Pick<ProductValues, 'color'>,
): string | undefined {
  if (name === 'color' && color.trim() !== '' && !hasDot(color))
    return 'The shop knows no such color: its dot is plain.'
  return HELP[name]
}

function hasDot(color: string): boolean {
  return DOT_COLORS.some((known) => known === dotColorOf(color.trim()))
}
