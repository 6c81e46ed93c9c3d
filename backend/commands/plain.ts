/** Without characters that would steer the terminal it is shown on. */
export function plain(text: string): string {
  return text.replace(/\t/g, '  ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
}

/** A value as JSON that steers no terminal either: such characters are escaped, so that nothing of it is lost. */
export function plainJson(value: unknown): string {
  return String(JSON.stringify(value, null, 2)).replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}
