/**
 * The service worker of the page for fairs: without a network it opens from what `device-data.ts` keeps on the device. With one
 * everything comes from the shop, so no version of the page outlives an update.
 */

/** As `device-data.ts` has them; a service worker is a file of its own. */
const CACHE_NAME = 'fair'
const FAIR_PATH = '/admin/fair'

/** Milliseconds after which a network that does not answer counts as none: for the page that is kept, and for others. */
const PAGE_TIMEOUT_MS = 5000
const FILE_TIMEOUT_MS = 15_000

type FetchEvent = Event & { request: Request; respondWith: (response: Promise<Response>) => void }

self.addEventListener('fetch', (event: Event) => {
  if (!isFetch(event)) return
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.mode === 'navigate' && /^\/admin(\/|$)/.test(pathname)) event.respondWith(openPage(request, pathname))
  else if (pathname.startsWith('/admin/assets/'))
    event.respondWith(findStored(request).then((file) => file ?? fetch(request)))
})

function isFetch(event: Event): event is FetchEvent {
  return 'respondWith' in event
}

async function openPage(request: Request, pathname: string): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), pathname === FAIR_PATH ? PAGE_TIMEOUT_MS : FILE_TIMEOUT_MS)
  try {
    return await fetch(request, { signal: late.signal })
  } catch (error) {
    // No other page works without a network.
    if (pathname !== FAIR_PATH) return Response.redirect(FAIR_PATH)
    const page = await findStored(FAIR_PATH)
    if (page === undefined) throw error
    return page
  } finally {
    // What has begun to come in may take its time.
    clearTimeout(timer)
  }
}

function findStored(request: Request | string): Promise<Response | undefined> {
  return caches.match(request, { cacheName: CACHE_NAME })
}
