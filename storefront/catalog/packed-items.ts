/** Usual sizes of things in a bag: width and height in inches, and liters. */
export const ITEMS = {
  bottle: { label: 'Bottle', width: 3, height: 10.5, liters: 1 },
  books: { label: 'Three books', width: 6, height: 8.5, liters: 2.5 },
  shoes: { label: 'Shoes', width: 10, height: 4.5, liters: 5 },
  jacket: { label: 'Jacket', width: 9, height: 4, liters: 3.5 },
} as const

export type ItemName = keyof typeof ITEMS

export const ITEM_NAMES: readonly ItemName[] = ['books', 'bottle', 'shoes', 'jacket']

/** Screen diagonals in inches. */
export const LAPTOPS = [13, 14, 15, 16, 17] as const

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

/**
 * Places items side by side in rows from the bottom of a bag; x and y are inches from its upper left corner. A row that
 * would be above the top is drawn over the first one, since a bag has depth.
 */
export function packItems(names: readonly ItemName[], bag: { width: number; height: number }): PackedItem[] {
  const room = { left: 0.9, right: bag.width - 0.9, bottom: bag.height - 0.6, top: bag.height * 0.36 }
  let [x, floor, rowHeight] = [room.left, room.bottom, 0]
  return names.map((name) => {
    const { width, height } = ITEMS[name]
    if (x + width > room.right && x > room.left) {
      ;[x, floor, rowHeight] = [room.left, floor - rowHeight, 0]
    }
    if (floor - height < room.top) floor = room.bottom
    const item = { name, x, y: floor - height, width, height }
    x += width + 0.2
    rowHeight = Math.max(rowHeight, height)
    return item
  })
}
