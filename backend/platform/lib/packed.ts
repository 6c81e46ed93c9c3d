import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** A value as compressed JSON, which takes a tenth of the memory of its objects. */
export function pack(value: unknown): Uint8Array {
  // A copy: what zlib returns is a small part of 64 KB, which would be kept, and copied to other threads.
  return new Uint8Array(deflateRawSync(JSON.stringify(value), { level: 1 }))
}

/** Packed values again, one at a time. */
export function unpack<T>(parts: readonly Uint8Array[]): Iterable<T> {
  return {
    *[Symbol.iterator](): Generator<T> {
      for (const part of parts) yield unpackOne<T>(part)
    },
  }
}

export function unpackOne<T>(packed: Uint8Array): T {
  return JSON.parse(inflateRawSync(packed).toString())
}

/** Collects values, and packs so many at a time. */
export function packInParts<T>(length: number): { add: (value: T) => void; end: () => Uint8Array[] } {
  const parts: Uint8Array[] = []
  let some: T[] = []
  const end = () => {
    if (some.length > 0) parts.push(pack(some))
    some = []
    return parts
  }
  return {
    add: (value) => {
      some.push(value)
      if (some.length === length) end()
    },
    end,
  }
}

/** A text as bytes of its own, which can be handed to a thread. */
export function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.alloc(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}
