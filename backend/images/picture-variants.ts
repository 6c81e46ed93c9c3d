import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Photo } from './photo-shelf.ts'
import { QUALITY, SHARE, type Variant } from './picture-kinds.ts'
import type { PictureShrinker } from './picture-shrinker.ts'

const AT_ONCE = 2

/** A finished variant's file name in the folder, or its bytes when the disk would not take it. */
export type MadeVariant = { file: string } | { bytes: Buffer }

export type VariantMaker = {
  /** A smaller copy of a picture: made once, kept on disk, however many ask for it together. */
  get: (photo: Photo, variant: Variant) => Promise<MadeVariant>
  /** Names of all variants there are. */
  list: () => Promise<Set<string>>
}

/** The file of a variant. It carries the picture's hash and the quality: when one changes, old copies are not found. */
export function variantName(photo: Photo, variant: Variant): string {
  const width = variant === SHARE ? 'share' : variant.width
  return `${photo.name}.${photo.hash}.${width}.q${QUALITY[variant.format]}.${variant.format}`
}

export function openVariants(folder: string, shrink: PictureShrinker['shrink']): VariantMaker {
  const running = new Map<string, Promise<MadeVariant>>()
  const turns = createTurns(AT_ONCE)

  async function findOrMake(photo: Photo, variant: Variant): Promise<MadeVariant> {
    const file = variantName(photo, variant)
    if (await stat(join(folder, file)).catch(() => null)) return { file }
    return turns(async () => {
      const bytes = await shrink(photo.path, variant)
      return (await keep(folder, file, bytes)) ? { file } : { bytes }
    })
  }

  return {
    get: (photo, variant) => {
      const name = variantName(photo, variant)
      const begun = running.get(name)
      if (begun) return begun
      const mine = findOrMake(photo, variant).finally(() => running.delete(name))
      running.set(name, mine)
      return mine
    },
    list: async () => new Set(await readdir(folder).catch(() => [])),
  }
}

/** Written beside and renamed, so that nobody ever reads half a file; false when the disk is full. */
async function keep(folder: string, file: string, bytes: Buffer): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true })
    const draft = join(folder, `${file}.${process.pid}.tmp`)
    await writeFile(draft, bytes)
    await rename(draft, join(folder, file))
    return true
  } catch {
    return false
  }
}

/** Runs at most so many jobs at a time, the others wait in line. */
function createTurns(atOnce: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (job) => {
    if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
