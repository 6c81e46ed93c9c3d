/** A link among others, on which nothing hangs. */
export const QUIET_LINK = 'underline decoration-line-strong underline-offset-4 hover:text-clay hover:decoration-clay'

/** A link that leads on from a text. */
export const CLEAR_LINK = 'font-medium text-ink underline decoration-clay underline-offset-4 hover:text-clay'

/**
 * A link within a text, as high as a finger needs: its padding takes the pointer and moves nothing. Where two such
 * links stand above each other, the lower one has what they share.
 */
export const TALL_INLINE_LINK = '-mx-1.5 px-1.5 py-[0.875rem]'

/** Links that stand by themselves, as high as a finger needs. */
export const TALL_LINK = 'inline-flex min-h-11 items-center'
