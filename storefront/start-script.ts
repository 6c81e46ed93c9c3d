import { PAGE_DATA_ID } from './document.tsx'

/** Attribute of the page's data: the built files that the page needs, separated by blanks. */
export const MODULES_ATTRIBUTE = 'data-modules'

/** Milliseconds until the application is loaded anyway: in a background tab, which is never painted, and without pictures. */
const TIMEOUT_MS = 3000

/** Milliseconds until a failed load is retried: at first, and at most. */
const FIRST_WAIT = 1000
const LAST_WAIT = 16_000

/**
 * The one script that stands in a page. What is seen needs none: the page comes finished, its links and pictures work.
 * So the application is fetched once the first paint is out and the pictures that are first in line are on the screen, all
 * of it at once, and leaves the line to the page's text, faces and photographs until then. A module that fails is requested
 * again, each time after a longer wait; what was imported before is not run again. A button that is pressed meanwhile is
 * noted, and pressed again once it can answer. So is the button of a submitted form, unless the form has an address to go
 * to: the browser would leave for a page that the shop does not have. That holds also later, for a page whose own code does
 * not arrive.
 */
export const START_SCRIPT = `{
  const load = (module, wait) => import(module).catch((error) => {
    if (wait > ${LAST_WAIT}) console.error('Shop: the application could not be loaded', error)
    else setTimeout(load, wait, module, wait * 2)
  })
  const start = () => {
    for (const module of document.getElementById('${PAGE_DATA_ID}').getAttribute('${MODULES_ATTRIBUTE}').split(' '))
      load(module, ${FIRST_WAIT})
  }
  const startAfterPictures = async () => {
    await Promise.allSettled([...document.querySelectorAll('img[fetchpriority="high"]')].map((image) => image.decode()))
    requestAnimationFrame(() => requestAnimationFrame(start))
  }
  new PerformanceObserver(startAfterPictures).observe({ type: 'paint', buffered: true })
  setTimeout(start, ${TIMEOUT_MS})
  let pressed = null
  const note = ({ target }) => { pressed = target.closest('button[type="button"]') }
  addEventListener('click', note)
  addEventListener('submit', (event) => {
    if (event.target.hasAttribute('action')) return
    event.preventDefault()
    pressed = event.submitter
  })
  window.takeEarlyClick = () => { removeEventListener('click', note); return pressed }
}`
