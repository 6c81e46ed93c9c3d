import { cleanInput } from './clean-input.ts'

/** Lookalikes of apostrophe, quote and hyphen, by the plain sign. */
export const LOOKALIKES: Readonly<Record<"'" | '"' | '-', string>> = {
  "'": '’‘‛ʼʻʽʾʿʹˈˊˋ´`′‵＇ꞌՙ՚׳',
  '"': '“”„‟″‶ʺ˝״＂',
  '-': '‐‑‒–—―−⁃˗﹘﹣－',
}

const PLAIN_SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([plain, signs]) => [...signs].map((sign) => [sign, plain] as const)),
)

export function plainSigns(text: string): string {
  return Array.from(text, (character) => PLAIN_SIGNS.get(character) ?? character).join('')
}

/**
 * Normalizes an email address: no blanks or invisible characters, plain signs except a grave accent, which is valid.
 */
export function cleanEmail(text: string): string {
  return cleanInput(text, 'email').split('`').map(plainSigns).join('`').trim()
}
