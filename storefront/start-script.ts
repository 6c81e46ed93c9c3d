import { PAGE_DATA_ID } from './document.tsx'

/** Attribute with the page's built files, separated by blanks. */
export const MODULES_ATTRIBUTE = 'data-modules'

/** Milliseconds until the application is loaded on a page that is never painted, such as in a background tab. */
const TIMEOUT_MS = 3000

/** Milliseconds until a failed load is retried: at first, and at most. */
const FIRST_WAIT = 1000
const LAST_WAIT = 16_000

/**
 * The page's inline script. The server's page works without it: its links and pictures do. The application is loaded
 * after the first paint, so that it does not compete with text, fonts and photographs. Failed modules are retried with
 * increasing delays; those already evaluated are not run again. A click on a button is recorded and replayed after
 * hydration.
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
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, ${TIMEOUT_MS})
  let pressed = null
  const note = ({ target }) => { pressed = target.closest('button[type="button"]') }
  addEventListener('click', note)
  window.takeEarlyClick = () => { removeEventListener('click', note); return pressed }
}`
