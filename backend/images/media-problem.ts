import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type InspectedFile, isMediaName, type MediaStore } from './media-store.ts'

/** Whether a picture can be decoded completely; costs as much as decoding it. */
export type ImageCheck = (path: string) => Promise<boolean>

/**
 * Why a photograph that a product uses cannot be shown, for the owner; `null` when it can. `isComplete` is called only
 * for pictures without a current record.
 */
export async function mediaProblem(
  name: string,
  inspected: InspectedFile | undefined,
  { folder }: MediaStore,
  isComplete: ImageCheck,
): Promise<string | null> {
  if (!isMediaName(name)) {
    return `"${name}" is no name that the shop can show: it must begin with a letter, a digit or _, go on with these, dots and -, and end in .jpg, .jpeg, .png, .webp, .avif or .mp4; rename the file`
  }
  if (inspected === undefined) return missingProblem(name, folder)
  const { file, isRecorded } = inspected
  if (file.bytes === 0) return `the file "${name}" is empty`
  if (file.kind === 'video') return null
  if (file.width === null) return `the file "${name}" is there, but it holds no picture of a kind the shop can read`
  return isRecorded || (await isComplete(file.path))
    ? null
    : `the picture "${name}" is damaged: it cannot be read to its end`
}

async function missingProblem(name: string, folder: string): Promise<string> {
  const failure = await readFailure(join(folder, name))
  if (failure !== null) {
    const advice = failure === 'EACCES' || failure === 'EPERM' ? '; give the user that runs the shop the right to' : ''
    return `the file "${name}" is there, but the shop may not or cannot read it (${failure})${advice}`
  }
  const names = await readdir(folder).catch(() => [])
  const alike = names.find((other) => other.toLowerCase() === name.toLowerCase())
  if (alike === undefined) return `there is no photograph "${name}"`
  return `there is no photograph "${name}", but there is "${alike}": small and capital letters count`
}

/** The system's error code when a file cannot be read; `null` when it can, or does not exist. */
async function readFailure(path: string): Promise<string | null> {
  try {
    await using file = await open(path)
    await file.read(Buffer.alloc(1), 0, 1, 0)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return code === 'ENOENT' ? null : code
  }
}
