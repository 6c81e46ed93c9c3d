/** The height of a text field that grows with its text from the least to the most lines; the one more is its padding. */
export function linesHigh(least: number, most?: number): { minHeight: string; maxHeight?: string } {
  const minHeight = `${least + 1}lh`
  return most === undefined ? { minHeight } : { minHeight, maxHeight: `${most + 1}lh` }
}
