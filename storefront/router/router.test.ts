import fc from 'fast-check'
import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { CodeLoadError, lazyComponent } from './lazy-component.ts'
import { buildPath, hrefOf, matchPath } from './route-path.ts'
import { BrowserRouter, type NavigateFunction, normalizeAddress, startEntry, useNavigate } from './router.tsx'

const Part = () => 'the part'

/** A module whose first loads fail. */
function failing(times: number) {
  return vi.fn(async () => {
    times -= 1
    if (times >= 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Part
  })
}

describe('code that is loaded when first needed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is loaded once for all users', async () => {
    const load = failing(0)
    const part = lazyComponent('a part', load)
    await Promise.all([part.preload(), part.preload()])
    await part.preload()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is retried once after a moment', async () => {
    const load = failing(1)
    const loaded = lazyComponent('a part', load).preload()
    await vi.advanceTimersByTimeAsync(500)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(500)
    await loaded
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('that failed to load throws, and can be retried', async () => {
    const part = lazyComponent('a part', failing(2))
    const failed = part.preload().catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    const error = await failed
    if (!(error instanceof CodeLoadError)) throw new TypeError('it did not say so')
    expect(error.message).toContain('a part')
    expect(error.cause).toBeInstanceOf(TypeError)
    await expect(error.retry()).resolves.toBeUndefined()
  })
})

it('a loaded component renders on the server without its fallback', async () => {
  const part = lazyComponent('a part', async () => Part)
  const render = () => renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(part)))
  expect(render()).toContain('waiting')
  await part.preload()
  expect(render()).toContain('the part')
  expect(render()).not.toContain('waiting')
})

test('a pattern gives its parameters, decoded', () => {
  expect(matchPath('/product/:product_id', '/product/a%20b%2Fc')).toEqual({ product_id: 'a b/c' })
  expect(matchPath('/product/:product_id', '/product')).toBeNull()
  expect(matchPath('/product/:product_id', '/product/1/2')).toBeNull()
})

test('letter case and a trailing slash are ignored', () => {
  expect(matchPath('/orderAndReturn', '/orderandreturn/')).toEqual({})
  expect(matchPath('/', '')).toEqual({})
})

test('matching never throws', () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      matchPath('/product/:product_id', `/${path}`)
      expect(matchPath('*', path)).toEqual({})
    }),
  )
})

test('a path that cannot be decoded matches no page', () => {
  for (const path of ['/product/%E0%A4%A', '/product/%', '/product/%00', '/product/a\0b', '//product/1']) {
    expect(matchPath('/product/:product_id', path)).toBeNull()
    expect(matchPath('*', path)).toEqual({})
  }
})

test('any product id round-trips through a URL', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'grapheme' }).filter((id) => !id.includes('\0')),
      (id) => {
        expect(matchPath('/product/:product_id', `/product/${encodeURIComponent(id)}`)).toEqual({ product_id: id })
      },
    ),
  )
})

test('a page has one canonical URL', () => {
  for (const typed of ['/orderAndReturn', '/ORDERANDRETURN//', '/orderandreturn']) {
    expect(buildPath('/orderAndReturn', matchPath('/orderAndReturn', typed) ?? {})).toBe('/orderAndReturn')
  }
  for (const typed of ['/product/a%20b', '/Product/%61%20b/']) {
    const params = matchPath('/product/:product_id', typed) ?? {}
    expect(buildPath('/product/:product_id', params)).toBe('/product/a%20b')
  }
  expect(buildPath('/', matchPath('/', '/') ?? {})).toBe('/')
})

test('a link without a path leads to the current page', () => {
  expect(hrefOf('?dialog=contact', '/shop')).toBe('/shop?dialog=contact')
  expect(hrefOf({ search: '?q=1' }, '/shop')).toBe('/shop?q=1')
  expect(hrefOf({ pathname: '/cart' }, '/shop')).toBe('/cart')
  expect(hrefOf('/about', '/shop')).toBe('/about')
})

describe('a browser that refuses to write the history', () => {
  const assign = vi.fn()
  const replace = vi.fn()
  let navigate: NavigateFunction = () => {}

  beforeEach(() => {
    const refuse = () => {
      throw new DOMException('Attempt to use history.pushState() more than 100 times', 'SecurityError')
    }
    const address = { ...urlParts('http://shop/Cart?step=2'), assign, replace }
    vi.stubGlobal('window', { location: address, history: { state: null, pushState: refuse, replaceState: refuse } })
    const Page = () => {
      navigate = useNavigate()
      return null
    }
    const router = { normalize: (path: string) => path, isLoaded: () => true, isStuck: () => false }
    const Shop = () => BrowserRouter({ ...router, children: createElement(Page) })
    renderToString(createElement(Shop))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.clearAllMocks()
  })

  it('loads a document', () => {
    navigate('/shop?line=Urban#list')
    expect(assign).toHaveBeenLastCalledWith('/shop?line=Urban#list')
    navigate('/login', { replace: true })
    expect(replace).toHaveBeenLastCalledWith('/login')
  })

  it('does not load the document on the screen again', () => {
    navigate({ search: '?step=2' }, { replace: true, state: {} })
    expect(assign).not.toHaveBeenCalled()
    expect(replace).not.toHaveBeenCalled()
  })

  it('starts without it', () => {
    expect(() => normalizeAddress((path) => path.toLowerCase())).not.toThrow()
    expect(() => startEntry({}, 1, '/')).not.toThrow()
  })
})

function urlParts(url: string) {
  const { origin, pathname, search, hash } = new URL(url)
  return { origin, pathname, search, hash }
}
