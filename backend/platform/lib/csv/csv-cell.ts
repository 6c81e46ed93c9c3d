import { halfWidth } from '@shop/contract/text/clean-input'
import { findNoText, withoutMarks } from '@shop/contract/text/clean-text'

/** `problem` says why it can't be used. */
export type CleanCell = { text: string; problem: string | null }

/** Most cells are printable ASCII and need no cleaning. */
const NEEDS_NOTHING = /^(?:[^\s'="\P{ASCII}\p{Cc}](?:[^"'\P{ASCII}\p{Cc}]*[^\s"'\P{ASCII}\p{Cc}])?)?$/u

/** Stands for a character that could not be decoded. */
const REPLACEMENT_CHARACTER = '\uFFFD'

/** Removes blanks, invisible marks and spreadsheet escapes. Unstorable characters are a problem. */
export function cleanCell(cell: string): CleanCell {
  if (NEEDS_NOTHING.test(cell)) return { text: cell, problem: null }
  const text = plainNumber(
    withoutFormula(withoutMarks(withoutQuotes(cell).replace(/\r\n?/g, '\n')).replace(/\t/g, ' ').trim()),
  )
  return { text, problem: problemOf(text) }
}

/** Quotation marks around a cell that blanks follow, or that has another within: `"15" bag"`. */
function withoutQuotes(cell: string): string {
  const inner = /^"([^"]*)"\s+$/.exec(cell)?.[1]
  if (inner !== undefined) return inner
  return /^"[^"]*"[^"]*"$/.test(cell) ? cell.slice(1, -1) : cell
}

/** `="0123"` and `'0123` are texts; our own files mark what looks like a formula with an apostrophe. */
function withoutFormula(text: string): string {
  const formula = /^="((?:[^"]|"")*)"$/.exec(text)?.[1]
  if (formula !== undefined) return formula.replaceAll('""', '"').trim()
  // Our own files also mark formulas after separators within a text.
  return text
    .replace(/^'(?=[#\d.][\d\s.,/:#-]*$)/, '')
    .replace(/(^|[;,\n])([ "]*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, '$1$2')
}

function plainNumber(text: string): string {
  return /^[\p{Sc}\p{Zs}\p{Nd}.,%#+\-/():．，％＃＋－]+$/u.test(text) ? halfWidth(text).replace(/\p{Zs}/gu, ' ') : text
}

function problemOf(text: string): string | null {
  const found = findNoText(text)
  if (found !== null) {
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `has a character that isn’t text (U+${code})`
  }
  return text.includes(REPLACEMENT_CHARACTER) ? 'has letters that cannot be read; save the sheet as "CSV UTF-8"' : null
}
