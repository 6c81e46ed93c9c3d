/** Evaluated in a page: whether the application has hydrated header and footer. */
export function isHydrated(): boolean {
  return performance.getEntriesByName('hydrated').length > 0
}

/** Evaluated in a page: whether the application has hydrated the page between header and footer. */
export function isPageHydrated(): boolean {
  return performance.getEntriesByName('page-hydrated').length > 0
}
