/** Acts as a parser taken over by a hostile upload (`in-thread.test.ts`). */

export function lengthOf(text: string): number {
  return text.length
}

/** Takes much memory for it. */
export function lengthOfList(text: string): number {
  return Array.from(text).length
}

export function parseForever(): never {
  for (;;);
}

export function fillMemory(): number {
  const texts: string[][] = []
  for (;;) texts.push(Array.from({ length: 1000 }, (_, index) => `${texts.length} ${index}`))
}

export function failToParse(): never {
  throw new TypeError('this cannot be parsed')
}
