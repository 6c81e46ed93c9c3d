import * as z from 'zod/mini'

/** In characters, some 50,000 rows. */
export const MAX_SHEET_LENGTH = 5_000_000

export const sheetText = z
  .string()
  .check(
    z.minLength(1, 'Please choose a file, or paste the cells'),
    z.maxLength(MAX_SHEET_LENGTH, 'This is too much to import at once. Please import it in parts.'),
  )

/** The first bytes of files that aren't text: workbooks, documents, pictures and archives. */
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

/** Stands for a byte that can't be decoded; the table's parser names its place. */
const REPLACEMENT_CHARACTER = '\uFFFD'

/** Decodes UTF-8, UTF-16 (Excel's "Unicode Text"), Windows-1252 (its "CSV") or old Mac text; `null` for other files. */
export function decodeSheet(bytes: Uint8Array): string | null {
  // A request must not contain NUL.
  const text = decodeText(bytes)?.replaceAll('\0', REPLACEMENT_CHARACTER) ?? null
  // MS-DOS programs end a file with it.
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

/** Detects UTF-16 by its mark; without one, by every other byte being 0. */
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
 * Decodes single bytes. Excel for the Mac ends lines with CR only. Some Windows-1252 signs are never within a word:
 * then the text is of MS-DOS, and its letters are lost.
 */
function decodeBytes(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes)
  if (!text.includes('\n') && text.includes('\r')) return new TextDecoder('macintosh').decode(bytes)
  return text.replace(
    /(?<=\p{L})[\u0081\u008D\u008F\u0090\u009D‚„†‡ˆ‰‹›˜](?=\p{L}|[,;\t\r\n"])/gu,
    REPLACEMENT_CHARACTER,
  )
}
