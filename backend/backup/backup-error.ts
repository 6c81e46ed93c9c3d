/** A backup or restore that failed for a known reason; the message is a sentence for the owner. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder',
  ENOTDIR: 'There is no such file or folder',
  EISDIR: 'This is a folder, where a file is needed',
  EACCES: 'This may not be read or written',
  EPERM: 'This may not be read or written',
  EROFS: 'This may not be written',
  EEXIST: 'There is a file of this name already; nothing was changed',
  ENOSPC: 'There is no room left on the disk for this; nothing half-written was left behind',
  EDQUOT: 'There is no room left on the disk for this; nothing half-written was left behind',
  EFBIG: 'The disk takes no file as large as this; nothing half-written was left behind',
}

/** Rethrows a file system error as a sentence about the file; other errors unchanged. */
export function explainFileError(error: unknown, file: string): never {
  const sentence = error instanceof Error && 'code' in error ? SENTENCES[String(error.code)] : undefined
  throw sentence === undefined ? error : new BackupError(`${sentence}: ${file}`, { cause: error })
}
