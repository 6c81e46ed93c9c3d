import { fileErrorMessage } from '../errors/file-error.ts'

/** A backup or restore that failed for a known reason; the message is a sentence for the owner. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}

/** Rethrows a file system error as a sentence about the file; other errors unchanged. */
export function explainFileError(error: unknown, file: string): never {
  const message = fileErrorMessage(error, file)
  throw message === undefined ? error : new BackupError(message, { cause: error })
}

/** The message with the full stop that those about a file do without. */
export function asSentence({ message }: BackupError): string {
  return message.endsWith('.') ? message : `${message}.`
}
