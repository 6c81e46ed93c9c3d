import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { shop } from '../../shop.config.ts'
import { toScript } from './page-meta.tsx'
import { breadcrumbData, organizationData, websiteData } from './site-data.ts'

const ORIGIN = 'https://shop.example'

test('the organization has the return policy of section 9', () => {
  expect(organizationData(ORIGIN, shop)).toMatchObject({
    '@type': 'Organization',
    name: expect.any(String),
    url: `${ORIGIN}/`,
    logo: `${ORIGIN}/icon-512.png`,
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'US',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: 15,
      returnMethod: 'https://schema.org/ReturnByMail',
      customerRemorseReturnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
      itemDefectReturnFees: 'https://schema.org/FreeReturn',
    },
  })
})

test('the site has its search', () => {
  const { potentialAction } = z
    .object({ potentialAction: z.object({ target: z.object({ urlTemplate: z.string() }), 'query-input': z.string() }) })
    .parse(websiteData(ORIGIN, shop))
  expect(potentialAction.target.urlTemplate).toBe(`${ORIGIN}/shop?q={search_term_string}`)
  expect(potentialAction['query-input']).toBe('required name=search_term_string')
})

test('a breadcrumb starts at the home page and is numbered from 1', () => {
  expect(breadcrumbData(ORIGIN, [{ name: 'Shop', path: '/shop' }])).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${ORIGIN}/` },
      { '@type': 'ListItem', position: 2, name: 'Shop', item: `${ORIGIN}/shop` },
    ],
  })
})

test('a hostile name cannot leave the script element', () => {
  const script = toScript({ '@type': 'Product', name: '</script><script>alert(1)</script><!--' })
  expect(script).not.toContain('<')
  expect(JSON.parse(script)).toMatchObject({ name: '</script><script>alert(1)</script><!--' })
})
