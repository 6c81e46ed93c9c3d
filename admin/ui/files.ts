import { decodeSheet } from '@shop/contract/text/sheet-text'

const NOT_TEXT = 'This isn’t a text file. In your spreadsheet, save the sheet as CSV and choose that file'

/**
 * The text of a CSV file as spreadsheets save it; throws an error with a text for the user when it is something else.
 * `canPaste` is whether cells can be pasted as well.
 */
export async function readSheet(file: Blob, { canPaste }: { canPaste: boolean }): Promise<string> {
  const text = decodeSheet(new Uint8Array(await file.arrayBuffer()))
  if (text === null) throw new Error(`${NOT_TEXT}${canPaste ? ', or copy its cells and paste them' : ''}.`)
  return text
}

/** The bytes of a file in Base64. */
export async function readBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
