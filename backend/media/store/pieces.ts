import type { ByteSource } from './byte-source.ts'

/** A range of the file, bytes, or zeros. */
export type Piece = { from: number; to: number } | { bytes: Buffer } | { zeros: number }

/** More than any camera writes. */
export const MAX_PARTS = 100_000

/** Read at a time. */
const PIECE_BYTES = 256 * 1024

/** Adds a range, or extends the adjacent one. */
export function keep(pieces: Piece[], from: number, to: number): void {
  const last = pieces.at(-1)
  if (last !== undefined && 'to' in last && last.to === from) last.to = to
  else if (to > from) pieces.push({ from, to })
}

export function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + lengthOfOne(piece), 0)
}

function lengthOfOne(piece: Piece): number {
  if ('bytes' in piece) return piece.bytes.length
  return 'zeros' in piece ? piece.zeros : piece.to - piece.from
}

/** A file that has become shorter ends early. */
export async function* readPieces(source: ByteSource, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if ('bytes' in piece) yield piece.bytes
    else if ('zeros' in piece) yield* zeros(piece.zeros)
    else yield* range(source, piece)
  }
}

function* zeros(count: number): Generator<Buffer> {
  for (let left = count; left > 0; left -= PIECE_BYTES) yield Buffer.alloc(Math.min(left, PIECE_BYTES))
}

async function* range(source: ByteSource, { from, to }: { from: number; to: number }): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const read = (await source.at(at, Math.min(PIECE_BYTES, to - at))).subarray(0, to - at)
    if (read.length === 0) return
    yield read
    at += read.length
  }
}

/** Bytes for a range, or zeros. */
export type Patch = { from: number; to: number; bytes?: Buffer }

/** Replaces ranges in a file of the same length. Of overlapping ones the first wins. */
export function patched(size: number, patches: readonly Patch[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to, bytes } of patches.toSorted((a, b) => a.from - b.from)) {
    if (to <= at) continue
    const start = Math.max(from, at)
    keep(pieces, at, start)
    const shown = bytes?.subarray(start - from, to - from) ?? Buffer.alloc(0)
    if (shown.length > 0) pieces.push({ bytes: shown })
    if (to - start > shown.length) pieces.push({ zeros: to - start - shown.length })
    at = to
  }
  keep(pieces, at, size)
  return pieces
}
