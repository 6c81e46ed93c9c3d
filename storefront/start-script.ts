import { PAGE_DATA_ID } from './document.tsx'

/** Attribute of the page's data: the built files that the application needs here, parted by blanks. */
export const MODULES_ATTRIBUTE = 'data-modules'

/** A page that is never painted, in a tab behind others, gets its application after so many milliseconds. */
const TIMEOUT_MS = 3000

/** How long after a failed load it is tried again, in milliseconds: at first, and at the most. */
const FIRST_WAIT = 1000
const LAST_WAIT = 16_000

/**
 * The one script that stands in a page. What is seen needs none: the page comes finished, its links and pictures work.
 * So the application is fetched once the first paint is out, all of it at once, and leaves the line to the page's text,
 * faces and photographs until then. A module that fails is asked for again, each time after a longer wait; what was
 * imported before is not run again. A button that is pressed meanwhile is noted, and pressed again once it can answer.
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
