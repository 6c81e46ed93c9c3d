import { cleanInput } from './clean-input.ts'

/** Signs that people and keyboards use for an apostrophe, a quote or a hyphen, by the plain one. */
export const LOOKALIKES: Readonly<Record<"'" | '"' | '-', string>> = {
  "'": '’‘‛ʼʻʽʾʿʹˈˊˋ´`′‵＇ꞌՙ՚׳',
  '"': '“”„‟″‶ʺ˝״＂',
  '-': '‐‑‒–—―−⁃˗﹘﹣－',
}

const PLAIN_SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([plain, signs]) => [...signs].map((sign) => [sign, plain] as const)),
)

/** A text with plain apostrophes, quotes and hyphens, for comparing. */
export function plainSigns(text: string): string {
  return Array.from(text, (character) => PLAIN_SIGNS.get(character) ?? character).join('')
}

/** An email address as it was meant: without outer blanks and unseen characters, with plain signs. A grave accent is one. */
export function cleanEmail(text: string): string {
  return cleanInput(text, 'email').split('`').map(plainSigns).join('`').trim()
}
