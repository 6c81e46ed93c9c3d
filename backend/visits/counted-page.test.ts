import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPath } from '../../tests/harness/any-path.ts'
import { countedPage, UNKNOWN_PAGE } from './visits.routes.ts'

describe('countedPage', () => {
  it.each([
    ['/', '/'],
    ['/Shop/', '/shop'],
    ['/orderandreturn', '/orderAndReturn'],
    ['/product/12', '/product/12'],
    ['/Product/Campus-blue_2/', '/product/Campus-blue_2'],
    ['/shop/more', UNKNOWN_PAGE],
    ['/wp-login.php', UNKNOWN_PAGE],
    ['/product', UNKNOWN_PAGE],
    ['/product/1/2', UNKNOWN_PAGE],
    ['/product/%20', UNKNOWN_PAGE],
  ])('counts %s as %s', (path, page) => {
    expect(countedPage(path).page).toBe(page)
  })

  it('returns a product id only for product pages', () => {
    expect(countedPage('/product/12/').product_id).toBe('12')
    expect(countedPage('/shop').product_id).toBeNull()
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        const { page } = countedPage(path)
        expect(page === UNKNOWN_PAGE || countedPage(page).page === page).toBe(true)
      }),
    )
  })
})
