import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashScript } from '../../pages/page-scripts.ts'
import { type IsAllowed, isPublicAddress } from '../../platform/lib/fetch-public.ts'
import { checkCheckoutPage } from './check-checkout-page.ts'

const POLICY = "script-src 'self'"
const APP = 'start()'
const HEAD = 'prepare()'
const PAGE = `<head><script>${HEAD}</script><script type="application/ld+json">{}</script>
<link rel="modulepreload" href="/assets/app.js"><link rel="preload" as="font" href="/assets/figtree.woff2">
<script type="module" src="/assets/app.js"></script><meta charset="utf-8"></head><p title="5 < 6">5 < 6<!--$--></p>`

/** Responses of the server between shop and shoppers. */
let served: Record<string, { body: string; policy?: string } | undefined>
let server: ReturnType<typeof createServer>
let origin: string

beforeEach(async () => {
  served = { '/checkout': { body: PAGE, policy: POLICY }, '/assets/app.js': { body: APP } }
  server = createServer(({ url = '' }, response) => answer(response, served[url])).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${portOf(server.address())}`
})
afterEach(() => {
  server.close()
})

function answer(response: ServerResponse, page: { body: string; policy?: string } | undefined): void {
  if (page?.policy !== undefined) response.setHeader('content-security-policy', page.policy)
  response.writeHead(page === undefined ? 404 : 200).end(page?.body)
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

function check(isAllowed: IsAllowed = () => true) {
  const scripts = { files: { '/assets/app.js': hashScript(APP) }, inline: [hashScript(HEAD)] }
  return checkCheckoutPage({ origin, policy: POLICY, scripts, isAllowed })
}

test('nothing is fetched from an address that is not public, nor more than 2 MB', async () => {
  let asked = 0
  server.on('request', () => {
    asked += 1
  })
  expect(await check(isPublicAddress)).toEqual([
    expect.objectContaining({ code: 'checkout_unreachable', text: expect.stringContaining('is not a public one') }),
  ])
  origin = origin.replace('127.0.0.1', 'localhost')
  expect((await check(isPublicAddress))[0]?.text).toContain('is not a public one')
  expect(asked).toBe(0)
  served['/checkout'] = { body: 'x'.repeat(2_000_001), policy: POLICY }
  expect((await check())[0]?.text).toContain('more than 2 MB')
})

test('a checkout as it was built is no finding', async () => {
  expect(await check()).toEqual([])
})

test.each([
  [
    'a script of another host',
    '<script src="https://skimmer.example/x.js"></script>',
    'a script from https://skimmer.example/x.js',
  ],
  ['a file that the build does not have', "<script src='/assets/other.js'></script>", 'a script from /assets/other.js'],
  ['a script in the text', '<script>steal()</script>', 'a script in its text'],
  [
    'a script after a data block whose end tag has attributes',
    '<script type="application/json">{}</script x><script src="/evil.js"></script>',
    'a script from /evil.js',
  ],
  [
    'a type in the value of another attribute',
    "<script x=' type=application/json'>steal()</script>",
    'a script in its text',
  ],
  [
    'an address in the value of another attribute',
    `<script x=' src="/assets/app.js"'>steal()</script>`,
    'a script in its text',
  ],
  ['a type that only resembles data', '<script type="json">steal()</script>', 'a script in its text'],
  ['a type that browsers run', '<script type="text/javascript;json">steal()</script>', 'a script in its text'],
  ['a script of a drawing', '<svg><script href="/evil.js"></script></svg>', 'a script from /evil.js'],
  ['a module for the start script', '<i data-modules="/assets/app.js /evil.js"></i>', 'a script from /evil.js'],
  [
    'a preloaded script',
    '<link rel=modulepreload href=//skimmer.example/x.js>',
    'a script from //skimmer.example/x.js',
  ],
  ['a preload in capitals', '<link rel="x MODULEPRELOAD" href="/evil.js">', 'a script from /evil.js'],
  ['a preload of anything but a font', '<link rel="preload" as="script" href="/evil.js">', 'a script from /evil.js'],
  [
    'a style sheet of another host',
    '<link rel="stylesheet" href="https://skimmer.example/x.css">',
    'a link to https://skimmer.example/x.css',
  ],
  ['a reload', '<meta http-equiv="refresh" content="0;url=https://skimmer.example">', '<meta http-equiv=refresh>'],
  ['an event handler', '<img src=x OnError=steal()>', 'a script in onerror of <img>'],
  ['an address that is a script', '<a href=" java&#10;script:steal()">x</a>', 'a script in href of <a>'],
  ['another base of addresses', '<base href="https://skimmer.example">', '<base>'],
  ['a frame with a text of its own', '<iframe srcdoc="<script src=/evil.js></script>"></iframe>', '<iframe>'],
  ['an object', '<object data="/evil.html"></object>', '<object>'],
  ['an embedded file', '<embed src="/evil.html">', '<embed>'],
  ['a tag in a comment', '<noscript><!--</noscript><script src="/evil.js"></script>-->', 'a tag in a comment'],
  ['a tag in an attribute', '<noscript><p x="</noscript><script src=/evil.js>"></noscript>', 'a tag in x of <p>'],
  ['a tag in a text', '<svg><![CDATA[<script src="/evil.js"></script>]]></svg>', 'a tag in a text'],
])('%s in the page is an error, and named', async (_what, added, named) => {
  served['/checkout'] = { body: PAGE + added, policy: POLICY }
  expect(await check()).toMatchObject([
    { code: 'checkout_changed', severity: 'error', text: expect.stringContaining(named) },
  ])
})

test.each([
  ['a missing policy', { body: PAGE }, 'it has no content security policy'],
  ['a wider policy', { body: PAGE, policy: `${POLICY} https:` }, 'its content security policy is another one'],
])('%s is an error', async (_what, page, named) => {
  served['/checkout'] = page
  expect(await check()).toMatchObject([{ code: 'checkout_changed', text: expect.stringContaining(named) }])
})

test('a script whose contents were changed, or that is gone, is an error', async () => {
  served['/assets/app.js'] = { body: `${APP};steal()` }
  expect(await check()).toMatchObject([{ text: expect.stringContaining('/assets/app.js has other contents') }])
  served['/assets/app.js'] = undefined
  expect(await check()).toMatchObject([
    { text: expect.stringContaining('/assets/app.js could not be fetched (status 404)') },
  ])
})

test('a checkout that cannot be fetched is a warning: nothing is known of it', async () => {
  served['/checkout'] = undefined
  expect(await check()).toMatchObject([{ code: 'checkout_unreachable', severity: 'warning' }])
  server.close()
  expect(await check()).toMatchObject([{ text: expect.stringContaining('(no connection)') }])
})
