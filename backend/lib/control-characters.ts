/** Text without control and formatting characters, which a terminal would interpret. */
export function stripControlCharacters(text: string): string {
  return text.replace(/\t/g, '  ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
}

/** JSON with the same characters escaped, so that nothing is lost. */
export function toPrintableJson(value: unknown): string {
  return String(JSON.stringify(value, null, 2)).replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}
