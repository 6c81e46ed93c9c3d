import { OwnerError } from '../../platform/http/errors/app-error.ts'
import { fileErrorMessage } from '../../platform/http/errors/file-error.ts'

export class BackupError extends OwnerError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}

/** Rethrows a file system error as a sentence. */
export function explainFileError(error: unknown, file: string): never {
  const message = fileErrorMessage(error, file)
  throw message === undefined ? error : new BackupError(message, { cause: error })
}

/** Rethrows a file system error of the folder. */
export function explainFolderError(error: unknown, folder: string): never {
  const isFull = error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
  if (isFull) explainFileError(error, folder)
  throw new BackupError(
    `Nothing can be written into this folder: ${folder}. Check that DATA_DIR is a folder that the user who runs this can write to.`,
    { cause: error },
  )
}

/** In rows over all tables. */
export type Progress = { step: 'writing' | 'filling' | 'comparing'; table: string; done: number; total: number }

export type OnProgress = (progress: Progress) => void | Promise<void>
