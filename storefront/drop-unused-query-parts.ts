import type { Plugin } from 'vite'

/**
 * Parts of TanStack Query that its client always imports and this shop does not use: mutations and infinite queries.
 * Together 1.6 KB (brotli) of every first visit.
 */
const UNUSED: Readonly<Record<string, string>> = {
  'mutationCache.js':
    'export class MutationCache { getAll() { return [] } findAll() { return [] } clear() {} async resumePausedMutations() {} }',
  'infiniteQueryBehavior.js':
    'export function infiniteQueryBehavior() { throw new Error("left out of this build") }' +
    'export { infiniteQueryBehavior as hasNextPage, infiniteQueryBehavior as hasPreviousPage }',
}

const PART = /@tanstack\/query-core\/build\/modern\/(\w+\.js)$/

/** Replaces those parts in the browser's build. A version of the library with other names fails the build. */
export function dropUnusedQueryParts(): Plugin {
  const missing = new Set(Object.keys(UNUSED))
  return {
    name: 'drop-unused-query-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: PART },
      handler(id) {
        const part = PART.exec(id)?.[1] ?? ''
        missing.delete(part)
        return UNUSED[part] ?? null
      },
    },
    buildEnd() {
      if (missing.size > 0) this.error(`TanStack Query has no ${[...missing].join(' or ')} any more`)
    },
  }
}
