import { LABEL_TOO_LARGE, MAX_LABEL_BYTES } from '@shop/contract/returns/admin'
import { AppError } from '../platform/http/errors/app-error.ts'

/** Types of labels and their file endings. All of them can be printed. */
export const LABEL_TYPES = { 'application/pdf': '.pdf', 'image/png': '.png', 'image/jpeg': '.jpg' } as const
export type LabelType = keyof typeof LABEL_TYPES

export type Label = { type: LabelType; data: Uint8Array }

const FILE_STARTS: readonly (readonly [LabelType, Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-', 'latin1')],
  ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
]

/** Detects the type of an uploaded label by its first bytes, not its name. */
export function parseLabel(data: Uint8Array): Label {
  if (data.length > MAX_LABEL_BYTES) throw labelError(LABEL_TOO_LARGE)
  const [type = null] = FILE_STARTS.find(([, start]) => start.equals(data.subarray(0, start.length))) ?? []
  if (type === null) throw labelError('The label isn’t a PDF, PNG or JPEG. Please save it as one of these.')
  return { type, data }
}

function labelError(message: string): AppError {
  return new AppError('invalid_request', message, [{ field: 'label', message }])
}
