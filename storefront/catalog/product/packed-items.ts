import type { ProductDetails } from '@shop/contract/catalog/calls'

/** Usual sizes of things as they stand in a bag, seen from its front: width and height in inches, and liters. */
export const ITEM_SIZES = {
  bottle: { label: 'Bottle', width: 3, height: 10.5, liters: 1 },
  books: { label: 'Three books', width: 3, height: 8.5, liters: 2.5 },
  shoes: { label: 'Shoes', width: 10, height: 4.5, liters: 5 },
  jacket: { label: 'Jacket', width: 4, height: 9, liters: 3.5 },
} as const

export type ItemName = keyof typeof ITEM_SIZES

export const ITEM_NAMES: readonly ItemName[] = ['books', 'bottle', 'shoes', 'jacket']

export const LAPTOP_INCHES = [13, 14, 15, 16, 17] as const

/** Laptops are named by their screen's diagonal; this is the usual size around a 16:10 screen, in inches. */
export function laptopSize(diagonal: number): { width: number; depth: number } {
  return { width: diagonal * 0.9, depth: diagonal * 0.62 }
}

/** A laptop's volume in liters, at a thickness of 0.8 inches. */
export function laptopLiters(diagonal: number): number {
  const { width, depth } = laptopSize(diagonal)
  return (width * depth * 0.8) / 61
}

export type PackedItem = { name: ItemName; x: number; y: number; width: number; height: number }

/** Shoes lie at the bottom; the rest stands on them, side by side. */
const LAYERS: readonly (readonly ItemName[])[] = [['shoes'], ['books', 'bottle', 'jacket']]

/** Inches between two items, to the sides of a bag, and to its bottom. */
const GAP_INCHES = 0.2
const SIDE_INCHES = 0.7
const BOTTOM_INCHES = 0.4

/**
 * Where items are in a bag; x and y are inches from its upper left corner. In a bag that is too small to draw them apart
 * they are drawn over each other, since it has depth.
 */
export function packItems(names: readonly ItemName[], bag: { width: number; height: number }): PackedItem[] {
  let floor = bag.height - BOTTOM_INCHES
  return LAYERS.flatMap((layer) => {
    const chosen = layer.filter((name) => names.includes(name))
    if (chosen.length === 0) return []
    const tallest = Math.max(...chosen.map((name) => ITEM_SIZES[name].height))
    floor = Math.max(floor, tallest)
    const packed = standInRow(chosen, bag.width, floor)
    floor -= tallest + GAP_INCHES
    return packed
  })
}

/** Side by side in the middle of the bag, as far apart as its width allows. */
function standInRow(names: readonly ItemName[], bagWidth: number, floor: number): PackedItem[] {
  const widths = names.reduce((sum, name) => sum + ITEM_SIZES[name].width, 0)
  const gaps = names.length - 1
  const gap = Math.min(GAP_INCHES, (bagWidth - 2 * SIDE_INCHES - widths) / Math.max(1, gaps))
  let x = (bagWidth - widths - gaps * gap) / 2
  return names.map((name) => {
    const { width, height } = ITEM_SIZES[name]
    const item = { name, x, y: floor - height, width, height }
    x += width + gap
    return item
  })
}

type Chosen = {
  laptop: number | null
  names: readonly ItemName[]
}

type Bag = Pick<ProductDetails, 'laptop_inches' | 'capacity_litres'>

/** How much of a bag's capacity the chosen things take; of a laptop that is too large, that it is. */
export function fitText({ laptop, names }: Chosen, { laptop_inches, capacity_litres }: Bag): string {
  const things = names.reduce((sum, name) => sum + ITEM_SIZES[name].liters, 0)
  if (laptop === null || laptop_inches === null || laptop <= laptop_inches) {
    const liters = things + (laptop === null ? 0 : laptopLiters(laptop))
    return fillText('That takes up', liters, capacity_litres)
  }
  const tooLarge = `A ${laptop}-inch laptop is too large: this one takes up to ${laptop_inches} inches.`
  const start = capacity_litres !== null && things > capacity_litres ? 'The rest takes up' : 'The rest fits:'
  return `${tooLarge} ${fillText(start, things, capacity_litres)}`.trim()
}

/** Nothing without a capacity. */
function fillText(start: string, liters: number, capacity: number | null): string {
  if (capacity === null || liters === 0) return ''
  if (liters > capacity) return `${start} about ${Math.round(liters)} liters, more than its ${capacity}.`
  return `${start} about ${Math.max(1, Math.round(liters))} of its ${capacity} liters.`
}
