/** Pages of `docs/handbook/` about a screen, as its route names them. */
export type HelpPages = readonly [string, ...string[]]

/** For an address without a screen. */
const ABOUT_THE_DAY: HelpPages = ['your-day']

/** The pages for a screen; of its deepest route that has some. */
export function helpPagesOf(matches: readonly { handle: unknown }[]): HelpPages {
  return matches.map(({ handle }) => handle).findLast(isHelpPages) ?? ABOUT_THE_DAY
}

function isHelpPages(handle: unknown): handle is HelpPages {
  return Array.isArray(handle) && handle.length > 0
}
