/**
 * The text of a spreadsheet's file. Programs that do not write UTF-8 write the Windows code page; a text that is no
 * UTF-8 is read as that.
 */
export async function readSheet(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
