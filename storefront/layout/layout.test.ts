import { beforeAll, expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { render } from '../entry-server.tsx'

let html: string
beforeAll(async () => {
  const send = async () => Response.json([])
  html = (await render('/error', { send, manifest: null, origin: '', apiUrl: '', shop: { ...shop, year: 2031 } })).html
})

/** The content of the first element that starts so. */
function part(start: string): string {
  const [, tag = ''] = /^<(\w+)/.exec(start) ?? []
  const from = html.indexOf(start)
  if (from < 0) throw new Error(`there is no ${start}`)
  return html.slice(from, html.indexOf(`</${tag}>`, from)).replaceAll('<!-- -->', '')
}

/** The links of a part of the page by their text or name. */
function links(text: string): Record<string, string> {
  const found = [...text.matchAll(/<a([^>]*) href="([^"]*)"([^>]*)>(.*?)<\/a>/gs)]
  const nameOf = (attributes: string) => /aria-label="([^"]*)"/.exec(attributes)?.[1]
  const entries = found.map(([, before = '', href = '', after = '', inner = '']) => {
    return [nameOf(before + after) ?? inner.replace(/<[^>]*>/g, ''), href.replaceAll('&amp;', '&')]
  })
  return Object.fromEntries(entries)
}

const words = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('three notices stand above the header, with links to the email, the contact form and the shop (section 2)', () => {
  const notices = part('<section aria-label="Notices"')
  expect(html.indexOf('aria-label="Notices"')).toBeLessThan(html.indexOf('<header'))
  expect(
    notices
      .split('<li')
      .slice(1)
      .map((line) => words(`<li${line}`)),
  ).toEqual([
    'Online orders are not being processed at present. Tell me when',
    `For wholesale or retail inquiries, write to ${shop.email} or use the Contact page .`,
    'Click Shop to see our backpack collection.',
  ])
  expect(links(notices)).toEqual({
    'Tell me when orders open': '/tell-me',
    [shop.email]: `mailto:${shop.email}`,
    'Contact page': expect.stringContaining('dialog=contact'),
    Shop: '/shop',
  })
})

test('in the notices a link tells when orders open, only while they are paused here', async () => {
  const send = async () => Response.json([])
  const page = { send, manifest: null, origin: '' }
  for (const changed of [
    { apiUrl: '', shop: { ...shop, orders: 'open' as const } },
    { apiUrl: 'https://other.example', shop },
  ]) {
    expect((await render('/error', { ...page, ...changed })).html).not.toContain('Tell me when orders open')
  }
})

test('the header has the menu button, the logo to home, Shop and About us, Sign In and the cart (section 2)', () => {
  const header = part('<header')
  expect(header).toContain('aria-label="Open menu"')
  expect(header).toContain('<search')
  expect(links(header)).toMatchObject({
    [`${shop.name}, home`]: '/',
    Shop: '/shop',
    'About us': '/about',
    'Sign In': '/login',
    'Cart, 0 items': '/cart',
  })
})

test('without scripts the links of the menu are below the header, with where to write instead of the dialogs', () => {
  const scriptless = part('<noscript')
  expect(html.indexOf('<noscript')).toBeGreaterThan(html.indexOf('</header>'))
  expect(words(scriptless)).toContain(
    `The contact form and the return policy need JavaScript. Without it, please write to ${shop.email} .`,
  )
  expect(links(scriptless)).toEqual({
    Home: '/',
    Shop: '/shop',
    'Orders &amp; Returns': '/orderAndReturn',
    Cart: '/cart',
    'Sign In': '/login',
    'About Us': '/about',
    [shop.email]: `mailto:${shop.email}`,
  })
})

test('the footer has the sections of section 2, two social pages and the copyright of this year', () => {
  const footer = part('<footer')
  const titles = [...footer.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, title]) => title)
  expect(titles).toEqual(['About Us', 'Direct Contact', 'Quick Links', 'Contact US', 'Follow Us'])
  expect(words(footer)).toContain(shop.tagline)
  expect(words(footer)).toContain(`© 2031 ${shop.name}`)
  expect(shop.social).toHaveLength(2)
  expect(links(footer)).toEqual({
    [shop.supportEmail]: `mailto:${shop.supportEmail}`,
    'Return Policy': expect.stringContaining('dialog=returns'),
    'About Us': '/about',
    'Inquiries or Feedback': expect.stringContaining('dialog=contact'),
    ...Object.fromEntries(shop.social.map(({ name, url }) => [name, url])),
    'Orders &amp; Returns': '/orderAndReturn',
  })
})
