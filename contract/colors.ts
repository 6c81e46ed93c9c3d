/** The colors that have a dot of their own beside a product; any other color has a plain one. */
export const DOT_COLORS = [
  'black',
  'blue',
  'brown',
  'green',
  'grey',
  'gray',
  'navy',
  'olive',
  'orange',
  'pink',
  'purple',
  'red',
  'tan',
  'white',
  'yellow',
] as const

/** The word of a color that chooses its dot: the last one, as in “Deep Blue”. */
export function dotColorOf(color: string): string {
  return color.toLowerCase().replace(/.*[^a-z]/s, '')
}
