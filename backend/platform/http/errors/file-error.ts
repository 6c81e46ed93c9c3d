const EXISTS_MESSAGE = 'There is a file of this name already; nothing was changed'

const CODE_SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder',
  ENOTDIR: 'There is no such file or folder',
  EISDIR: 'This is a folder, where a file is needed',
  EACCES: 'This may not be read or written',
  EPERM: 'This may not be read or written',
  EROFS: 'This may not be written',
  EEXIST: EXISTS_MESSAGE,
  ENOTEMPTY: 'This folder is not empty; nothing was changed',
  ENOSPC: 'There is no room left on the disk for this; nothing half-written was left behind',
  EDQUOT: 'There is no room left on the disk for this; nothing half-written was left behind',
  EFBIG: 'The disk takes no file as large as this; nothing half-written was left behind',
}

export function fileExistsMessage(file: string): string {
  return `${EXISTS_MESSAGE}. With --replace it is replaced: ${file}`
}

/** A file system error as a sentence for the owner; `undefined` for other errors. */
export function fileErrorMessage(error: unknown, file: string): string | undefined {
  const sentence = error instanceof Error && 'code' in error ? CODE_SENTENCES[String(error.code)] : undefined
  return sentence === undefined ? undefined : `${sentence}: ${file}`
}
