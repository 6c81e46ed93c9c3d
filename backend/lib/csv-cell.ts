/** The text of a cell; `problem` says why it cannot be taken. */
export type CleanCell = { text: string; problem: string | null }

/** Most cells need nothing: printable ASCII without what spreadsheets put around a text. */
const NEEDS_NOTHING = /^(?:[^\s'="\P{ASCII}\p{Cc}](?:[^"'\P{ASCII}\p{Cc}]*[^\s"'\P{ASCII}\p{Cc}])?)?$/u

/** Line and paragraph separators, and the line ends of other systems. */
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
/** Marks without a width and marks of direction, which come along when text is copied. */
const INVISIBLE = /[\p{Bidi_Control}\u180E\u200B\u2060\uFEFF]|^[\u200C\u200D]+|(?<![\u200C\u200D])[\u200C\u200D]+$/gu
const NO_TEXT = /(?!\n)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u
/** What a character becomes that could not be read. */
const LOST = '\uFFFD'

/**
 * A cell as a person means it: without blanks around it, invisible marks, and what keeps spreadsheets from reading a text as
 * a number or a formula. Characters that are no text are a problem, since they can neither be shown nor stored everywhere.
 */
export function cleanCell(cell: string): CleanCell {
  if (NEEDS_NOTHING.test(cell)) return { text: cell, problem: null }
  const text = withoutFormula(
    withoutQuotes(cell).replace(LINE_ENDS, '\n').replace(/\t/g, ' ').replace(INVISIBLE, '').trim(),
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
  return text.replace(/^'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[#\d.][\d\s.,/:#-]*$)/, '')
}

function problemOf(text: string): string | null {
  const [found] = NO_TEXT.exec(text) ?? []
  if (found !== undefined) {
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `holds a character that is no text (U+${code})`
  }
  return text.includes(LOST) ? 'has letters that cannot be read; save the sheet as "CSV UTF-8"' : null
}
