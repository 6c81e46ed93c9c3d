/** Names that a page's inline scripts share with the application. */

/** Id of the element with the page's data. */
export const PAGE_DATA_ID = 'page-data'

/** Its attribute: the built files that the page needs, separated by blanks. */
export const MODULES_ATTRIBUTE = 'data-modules'

/** Session storage key of what `head.ts` notes about a link that the application did not handle. */
export const LINK_STATE_KEY = 'linkState'

/** Milliseconds until the application is loaded in any case: a background tab is not painted, and pictures may hang. */
export const LOADED_AFTER_MS = 3000

export type PressPlace = 'layout' | 'page'

declare global {
  interface Window {
    /** Of `start.ts`: the buttons of a place that were pressed before hydration, in their order. */
    takeEarlyPresses?: (place: PressPlace) => HTMLElement[]
  }
}
