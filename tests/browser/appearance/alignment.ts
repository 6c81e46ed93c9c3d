import { expect, type Locator } from '@playwright/test'

/**
 * Two elements begin at the same height (`y`) or at the same left edge (`x`). After another size of the window or a late font the
 * page may be laid out anew between two measurements, so both are repeated.
 */
export async function expectAligned(edge: 'x' | 'y', one: Locator, other: Locator): Promise<void> {
  const difference = async () => {
    const [first, second] = await Promise.all([one.boundingBox(), other.boundingBox()])
    return (first?.[edge] ?? Number.NaN) - (second?.[edge] ?? Number.NaN)
  }
  await expect.poll(difference, `${one} and ${other} differ in ${edge}`).toBe(0)
}
