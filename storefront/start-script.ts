import { PAGE_DATA_ID } from './document.tsx'
import { LINK_STATE_KEY } from './early-link.ts'

/** Attribute of the page's data: the built files that the page needs, separated by blanks. */
export const MODULES_ATTRIBUTE = 'data-modules'

/** Milliseconds until the application is loaded in any case: a background tab is not painted, and pictures may hang. */
const TIMEOUT_MS = 3000

/** Milliseconds until a failed load is retried: at first, and at most. */
const FIRST_WAIT = 1000
const LAST_WAIT = 16_000

/**
 * Inline script of a page's head. Lazy pictures have no box on the screen until the start script, or the time above, gives
 * it back: Chromium requests those up to two windows below the first as soon as they have one, and they would share a slow
 * connection with the first (decision 0012 has what that was measured to cost). It comes before the pictures, since a page may be painted before its end has arrived.
 */
const HIDE_LAZY_PICTURES_SCRIPT = `{
  // Safari has such sheets since 16.4; before, the pictures share the line.
  if ('adoptedStyleSheets' in document) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('@media screen { img[loading="lazy"] { display: none } }')
    document.adoptedStyleSheets = [sheet]
    setTimeout(() => sheet.replaceSync(''), ${TIMEOUT_MS})
  }
}`

/**
 * Inline script of a page's head, since links can be pressed before the page's end has arrived. A link that the application
 * does not handle loads a document, and so does a search; its navigation state is noted for that document, which is the
 * next to start (`early-link.ts`). A link to `?dialog=contact` keeps the other search parameters.
 */
const NOTE_LINK_STATE_SCRIPT = `{
  const note = (url, link) => {
    const { pathname, search, hash } = location
    const email = link?.closest('form')?.elements.email?.value
    const { usr = null, idx = 0 } = history.state ?? {}
    const from = { pathname, search, hash, state: usr }
    const own = link?.dataset.state
    const noted = { document: performance.timeOrigin, path: url.pathname, from, idx, email, own }
    try { sessionStorage.setItem('${LINK_STATE_KEY}', JSON.stringify(noted)) } catch {}
  }
  addEventListener('click', (event) => {
    const link = event.target.closest('a[href]')
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (link === null || event.defaultPrevented || button || metaKey || ctrlKey || shiftKey || altKey) return
    if (link.getAttribute('href').startsWith('?')) {
      const search = new URLSearchParams(location.search)
      for (const [name, value] of new URLSearchParams(link.search)) search.set(name, value)
      link.search = search
    }
    note(link, link)
  })
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented && event.target.hasAttribute('action')) note(new URL(event.target.action))
  })
}`

/** The scripts of a page's head. */
export const HEAD_SCRIPT = `${HIDE_LAZY_PICTURES_SCRIPT}\n${NOTE_LINK_STATE_SCRIPT}`

/**
 * Inline script at the end of a page. The server's page can be read without it, and its links and pictures work. It loads
 * the application's files in parallel after the first paint and the pictures with high priority, so that these do not
 * share a slow connection with it (docs/decisions/0012-the-application-after-the-first-paint.md). Lazy pictures wait for
 * the same, on a page without a picture of high priority for nothing. A failed module is requested again, with increasing
 * delays; modules that were imported do not run again.
 *
 * Until hydration pressed buttons are recorded, and so is the button of a submitted form without an address. Such a
 * submission is prevented, since the shop has no page for it; also later, when a page's own code could not be loaded. A
 * repeated press is of somebody who waits for the first one, and of buttons with one name, as the answers of the quiz, the
 * last one counts.
 */
export const START_SCRIPT = `{
  const first = [...document.querySelectorAll('img[fetchpriority="high"]')]
  const [sheet] = document.adoptedStyleSheets ?? []
  const showLazyPictures = () => sheet?.replaceSync('')
  if (first.length === 0) showLazyPictures()
  const load = (module, wait) => import(module).catch((error) => {
    if (wait > ${LAST_WAIT}) console.error('Shop: the application could not be loaded', error)
    else setTimeout(load, wait, module, wait * 2)
  })
  const start = () => {
    showLazyPictures()
    for (const module of document.getElementById('${PAGE_DATA_ID}').getAttribute('${MODULES_ATTRIBUTE}').split(' '))
      load(module, ${FIRST_WAIT})
  }
  const startAfterPictures = async () => {
    await Promise.allSettled(first.map((image) => image.decode()))
    requestAnimationFrame(() => requestAnimationFrame(start))
  }
  setTimeout(start, ${TIMEOUT_MS})
  new PerformanceObserver(startAfterPictures).observe({ type: 'paint', buffered: true })
  let pressed = []
  const note = (button) => {
    if (button === null) return
    pressed = pressed.filter((other) => other !== button && (button.name === '' || other.name !== button.name))
    pressed.push(button)
  }
  const noteClick = ({ target }) => note(target.closest('button[type="button"], [data-press]'))
  addEventListener('click', noteClick)
  addEventListener('submit', (event) => {
    if (event.target.hasAttribute('action')) return
    event.preventDefault()
    note(event.submitter)
  })
  window.takeEarlyPresses = (place) => {
    const isOfPage = (button) => button.closest('main') !== null
    if (place === 'layout') return pressed.filter((button) => !isOfPage(button))
    removeEventListener('click', noteClick)
    return pressed.splice(0).filter(isOfPage)
  }
}`
