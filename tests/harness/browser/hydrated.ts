/** Evaluated in a page: whether the application has hydrated header and footer. */
export function isHydrated(): boolean {
  return 'hydrated' in document.documentElement.dataset
}

/** Evaluated in a page: whether the application has hydrated the page between header and footer. */
export function isPageHydrated(): boolean {
  return 'pageHydrated' in document.documentElement.dataset
}
