/** A link among others, on which nothing hangs. */
export const QUIET_LINK = 'underline decoration-line-strong underline-offset-4 hover:text-clay hover:decoration-clay'

/** A link that leads on from a text. */
export const CLEAR_LINK = 'font-medium text-ink underline decoration-clay underline-offset-4 hover:text-clay'

/** Links that stand by themselves, as high as a finger needs. */
export const TALL_LINK = 'inline-flex min-h-11 items-center'
