import { halfWidth } from '@shop/contract/text/clean-input'
import { findNoText, withoutMarks } from '@shop/contract/text/clean-text'

/** The text of a cell; `problem` says why it cannot be taken. */
export type CleanCell = { text: string; problem: string | null }

/** Most cells need nothing: printable ASCII without what spreadsheets put around a text. */
const NEEDS_NOTHING = /^(?:[^\s'="\P{ASCII}\p{Cc}](?:[^"'\P{ASCII}\p{Cc}]*[^\s"'\P{ASCII}\p{Cc}])?)?$/u

/** Replaces a character that could not be read. */
const REPLACEMENT_CHARACTER = '\uFFFD'

/**
 * A cell as a person means it: without blanks around it, invisible marks, and what keeps spreadsheets from reading a text as
 * a number or a formula. Characters that are no text are a problem, since they can neither be shown nor stored everywhere.
 */
export function cleanCell(cell: string): CleanCell {
  if (NEEDS_NOTHING.test(cell)) return { text: cell, problem: null }
  const text = plainNumber(
    withoutFormula(withoutMarks(withoutQuotes(cell).replace(/\r\n?/g, '\n')).replace(/\t/g, ' ').trim()),
  )
  return { text, problem: problemOf(text) }
}

/** Quotation marks around a cell that blanks follow, or that has one more within: `"15" bag"`. */
function withoutQuotes(cell: string): string {
  const inner = /^"([^"]*)"\s+$/.exec(cell)?.[1]
  if (inner !== undefined) return inner
  return /^"[^"]*"[^"]*"$/.test(cell) ? cell.slice(1, -1) : cell
}

/** `="0123"` and `'0123` are texts; our own files have an apostrophe before all that a spreadsheet reads as a formula. */
function withoutFormula(text: string): string {
  const formula = /^="((?:[^"]|"")*)"$/.exec(text)?.[1]
  if (formula !== undefined) return formula.replaceAll('""', '"').trim()
  // In our own files an apostrophe is before each start of a formula, also after separators within a text.
  return text
    .replace(/^'(?=[#\d.][\d\s.,/:#-]*$)/, '')
    .replace(/(^|[;,\n])([ "]*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, '$1$2')
}

/** A number with no-break blanks or wide digits, as in `6.25 %` and `７９`, in plain ones. */
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
