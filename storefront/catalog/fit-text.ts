import type { ProductDetails } from '@shop/contract/catalog'
import { ITEMS, type ItemName, laptopLiters } from './packed-items.ts'

type Chosen = {
  /** A screen's diagonal in inches; `null` for no laptop. */
  laptop: number | null
  names: readonly ItemName[]
}

type Bag = Pick<ProductDetails, 'laptop_inches' | 'capacity_litres'>

/** How much of a bag's capacity the chosen things take; of a laptop that is too large, that it is. */
export function fitText({ laptop, names }: Chosen, { laptop_inches, capacity_litres }: Bag): string {
  const things = names.reduce((sum, name) => sum + ITEMS[name].liters, 0)
  if (laptop === null || laptop_inches === null || laptop <= laptop_inches) {
    const liters = things + (laptop === null ? 0 : laptopLiters(laptop))
    return fillText('That is', liters, capacity_litres)
  }
  const tooLarge = `A ${laptop}-inch laptop is too large: it takes up to ${laptop_inches} inches.`
  const start = capacity_litres !== null && things > capacity_litres ? 'The rest is' : 'The rest fits:'
  return `${tooLarge} ${fillText(start, things, capacity_litres)}`.trim()
}

/** Nothing without a capacity. */
function fillText(start: string, liters: number, capacity: number | null): string {
  if (capacity === null || liters === 0) return ''
  if (liters > capacity) return `${start} about ${Math.round(liters)} liters, more than its ${capacity}.`
  return `${start} about ${Math.max(1, Math.round(liters))} of its ${capacity} liters.`
}
