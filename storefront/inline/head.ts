import { LINK_STATE_KEY, LOADED_AFTER_MS } from './names.ts'

/**
 * The script in a page's head. Safari has the sheets of `hideLazyPictures` since 16.4; before, lazy pictures share the line.
 * Links are followed from here on, since they can be pressed before the page's end has arrived.
 */
if ('adoptedStyleSheets' in document) hideLazyPictures()
addEventListener('click', handleClick)
addEventListener('submit', handleSubmit)

/**
 * Lazy pictures have no box on the screen until `start.ts`, or the time above, gives it back: Chromium requests those up to two
 * windows below the first as soon as they have one, and they would share a slow connection with the first (decision 0012 has
 * what that was measured to cost). It is done before the pictures, since a page may be painted before its end has arrived.
 */
function hideLazyPictures(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('@media screen { img[loading="lazy"] { display: none } }')
  document.adoptedStyleSheets = [sheet]
  setTimeout(() => sheet.replaceSync(''), LOADED_AFTER_MS)
}

/** A link to `?dialog=contact` keeps the other search parameters. */
function handleClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
  if (link.getAttribute('href')?.startsWith('?')) {
    const search = new URLSearchParams(location.search)
    for (const [name, value] of new URLSearchParams(link.search)) search.set(name, value)
    link.search = String(search)
  }
  noteLinkState(link.pathname, link)
}

function handleSubmit({ defaultPrevented, target }: SubmitEvent): void {
  if (defaultPrevented || !(target instanceof HTMLFormElement) || !target.hasAttribute('action')) return
  noteLinkState(new URL(target.action).pathname, null)
}

/**
 * A link that the application does not handle loads a document, and so does a search; its navigation state is noted for that
 * document, which is the next to start (`early-link.ts`).
 */
function noteLinkState(path: string, link: HTMLAnchorElement | null): void {
  const { pathname, search, hash } = location
  const { usr = null, idx = 0 } = history.state ?? {}
  const field = link?.closest('form')?.elements.namedItem('email')
  const email = field instanceof HTMLInputElement ? field.value : undefined
  const from = { pathname, search, hash, state: usr }
  const noted = { document: performance.timeOrigin, path, from, idx, email, own: link?.dataset.state }
  try {
    sessionStorage.setItem(LINK_STATE_KEY, JSON.stringify(noted))
  } catch {
    // Without storage the next page does not know where its visitor came from.
  }
}
