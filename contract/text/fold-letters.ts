/** Letters that do not decompose, by what people type without a key for them. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', þ: 'th', ŋ: 'n' },
  ...{ ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ɨ: 'i', ł: 'l', ŧ: 't', ƶ: 'z' },
}
const PLAIN_LETTERS = /[æœþŋøđðħɨłŧƶ]/g
const COMBINING_MARKS = /[\u0300-\u036f]/g

/** Normalizes a text for comparing: "Søren Łukasz Straße" is "soren lukasz strasse". */
export function foldLetters(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(COMBINING_MARKS, '')
      // The capital of ß is SS, and that of ı is I; ẞ has none.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(PLAIN_LETTERS, (letter) => LETTER_REPLACEMENTS[letter] ?? letter)
      // Sigma has a final form, so a beginning of a word would not be found.
      .replaceAll('ς', 'σ')
      .normalize('NFC')
  )
}
