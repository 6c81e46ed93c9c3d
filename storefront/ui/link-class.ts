/** A link of minor importance. */
export const QUIET_LINK = 'underline decoration-line-strong underline-offset-4 hover:text-clay hover:decoration-clay'

/** A link that continues a text. */
export const CLEAR_LINK = 'font-medium text-ink underline decoration-clay underline-offset-4 hover:text-clay'

/**
 * A link within a text with a touch target of full height: its padding does not affect the layout. Of two such links
 * above each other, the lower one gets the overlap.
 */
export const TALL_INLINE_LINK = '-mx-1.5 px-1.5 py-[0.875rem]'

/** Standalone links with a touch target of full height. */
export const TALL_LINK = 'inline-flex min-h-11 items-center'

/** Back, at the top of a page. */
export const BACK_BUTTON = '-ml-1 inline-flex min-h-11 items-center gap-2 px-1 font-medium hover:text-clay'
