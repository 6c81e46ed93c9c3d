import * as z from 'zod/mini'

/** Characters of a spreadsheet, some 50,000 rows. */
export const MAX_SHEET_LENGTH = 5_000_000

export const sheetText = z
  .string()
  .check(
    z.minLength(1, 'Please choose a file, or paste the cells'),
    z.maxLength(MAX_SHEET_LENGTH, 'This is too much to import at once. Please import it in parts.'),
  )

/** The first bytes of files that are no text: workbooks, documents, pictures and packed files. */
const BINARY_STARTS = [
  'PK',
  '\u00D0\u00CF\u0011\u00E0',
  '%PDF',
  '\u0089PNG',
  '\u00FF\u00D8\u00FF',
  'GIF8',
  '\u001F\u008B',
  '{\\rt',
]

/** The character for a letter that cannot be decoded; the reader of the table names its place. */
const REPLACEMENT_CHARACTER = '\uFFFD'

/**
 * The text of a table that a spreadsheet has saved: in UTF-8, in UTF-16 as Excel's "Unicode Text", in Windows-1252 as Excel's
 * "CSV", or as old versions for the Mac save it. `null` when it is no text.
 */
export function decodeSheet(bytes: Uint8Array): string | null {
  // No request may have a NUL.
  const text = decodeText(bytes)?.replaceAll('\0', REPLACEMENT_CHARACTER) ?? null
  // Programs from the time of MS-DOS end a file with it.
  return text?.endsWith('\u001A') ? text.slice(0, -1) : text
}

function decodeText(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  if (BINARY_STARTS.some((mark) => start.startsWith(mark))) return null
  const wide = wideEncoding(bytes, start)
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  if (isMostlyZero(bytes)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeBytes(bytes)
  }
}

const isZero = (byte: number) => byte === 0

function isMostlyZero(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 1000).filter(isZero).length > 10
}

/** Detects UTF-16 by its mark; without one, every other byte of most such texts is 0. */
function wideEncoding(bytes: Uint8Array, start: string): 'utf-16le' | 'utf-16be' | null {
  if (start.startsWith('\u00FF\u00FE')) return 'utf-16le'
  if (start.startsWith('\u00FE\u00FF')) return 'utf-16be'
  const head = bytes.subarray(0, 1000)
  const zeros = (rest: number) => head.filter((byte, index) => index % 2 === rest && byte === 0).length
  const most = head.length * 0.4
  if (most > 1 && zeros(1) > most && zeros(0) === 0) return 'utf-16le'
  return most > 1 && zeros(0) > most && zeros(1) === 0 ? 'utf-16be' : null
}

/**
 * A byte a letter. Excel for the Mac ends lines with a carriage return only. In Windows-1252 some bytes are signs that no word
 * has within it; there the text is of MS-DOS, and its letters are lost.
 */
function decodeBytes(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes)
  if (!text.includes('\n') && text.includes('\r')) return new TextDecoder('macintosh').decode(bytes)
  return text.replace(
    /(?<=\p{L})[\u0081\u008D\u008F\u0090\u009D‚„†‡ˆ‰‹›˜](?=\p{L}|[,;\t\r\n"])/gu,
    REPLACEMENT_CHARACTER,
  )
}
