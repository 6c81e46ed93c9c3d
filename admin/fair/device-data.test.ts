import { adminSession } from '@shop/contract/access/session'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { DEFAULT_TIME_ZONE } from '@shop/contract/settings/time-zone'
import { expect, test, vi } from 'vitest'
import { createStorage } from '../testing/storage.ts'
import { formatTime, setTimeZone } from '../ui/time.ts'
import { filesOf, holdsWords, prepareDevice } from './device-data.ts'

const built = (file: string, more: Partial<Record<'css' | 'assets' | 'imports', string[]>> = {}) => ({
  file,
  css: [],
  assets: [],
  imports: [],
  ...more,
})

test('a device keeps what the page of fairs needs with its styles and fonts, and no pictures', () => {
  const manifest = {
    'index.html': built('assets/main.js', { css: ['assets/main.css'], assets: ['assets/figtree.woff2'] }),
    'fair/fair-page.tsx': built('assets/fair.js', { imports: ['index.html', '_shared.js'] }),
    '_shared.js': built('assets/shared.js', { imports: ['index.html'], assets: ['assets/fair.jpg'] }),
    'sales/sales-page.tsx': built('assets/sales.js'),
  }
  expect([...filesOf(manifest, ['fair/fair-page.tsx'])].toSorted()).toEqual(
    ['fair.js', 'figtree.woff2', 'main.css', 'main.js', 'shared.js'].map((name) => `/admin/assets/${name}`),
  )
})

test('a page that the build does not have is an error, not a device that is half ready', () => {
  expect(() => filesOf({}, ['fair/fair-page.tsx'])).toThrow('the build has no fair/fair-page.tsx')
})

test('a product is found by words of its name in any order, without its comma, and by its number', () => {
  const product = { product_id: '207', product_name: 'Zip Pouch, Blue' }
  for (const search of ['zip pouch blue', 'BLUE  zip', 'pouch,', '207', 'zip 207']) {
    expect(holdsWords(product, search), search).toBe(true)
  }
  expect(holdsWords(product, 'zip pouch grey')).toBe(false)
})

test('times are those where the shop is as soon as the device is ready (R55)', async () => {
  const session = { id: 'ada', name: 'Ada', email: 'ada@shop.example', role: 'owner', rights: [], has_totp: true }
  const account = { ...session, passkeys: 0, has_payments: false, time_zone: 'America/Los_Angeles' }
  const terms = { delivery_options: [], taxes: [], discounts: [], used_up_codes: [] }
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith(adminSession.getSession.path)) return Response.json(account)
    return Response.json(url.endsWith(catalogCalls.listProducts.path) ? [] : terms)
  })
  await prepareDevice(() => false)
  expect(formatTime('2026-11-29T23:15:00Z')).toBe('Nov\u00a029,\u00a02026, 3:15\u00a0PM')
  setTimeZone(DEFAULT_TIME_ZONE)
  vi.unstubAllGlobals()
})
