import type { Product, ProductDetails } from '@shop/contract/catalog'

/** The lines that have a drawing; accessories have none. */
export const DRAWN_LINES = ['Campus', 'Hybrid', 'Nomad'] as const

/** Whether a figure is there and plausible; values of other backends may be nonsense. */
export function isDrawable(inches: number | null): inches is number {
  return inches !== null && inches >= 8 && inches <= 40
}

/** Whether a product can be drawn to scale: its line has a shape, and no figure is missing. */
export function hasSilhouette({ line }: Pick<Product, 'line'>, details: ProductDetails): boolean {
  const { height_inches, width_inches, laptop_inches } = details
  return DRAWN_LINES.some((known) => known === line) && [height_inches, width_inches, laptop_inches].every(isDrawable)
}
