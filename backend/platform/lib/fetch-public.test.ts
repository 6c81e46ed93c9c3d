import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { fetchPublic, isPublicAddress } from './fetch-public.ts'

test.each(['8.8.8.8', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ...[
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...['192.0.0.1', '192.168.0.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
  ],
  ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '2001:db8::1', '2001:0:4136::1', '2002:7f00:1::1'],
  'localhost',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each([
  ...['http://127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://[::1]/'],
  ...['http://[::ffff:7f00:1]/', 'http://169.254.169.254/latest/meta-data', 'http://localhost/'],
])('nothing is fetched from %s', async (url) => {
  expect(await fetchPublic(url, 2000)).toEqual({ problem: 'its address is not a public one' })
})

test('a redirect is not followed', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  expect(await fetchPublic(`http://127.0.0.1:${port}/`, 2000, () => true)).toEqual({ problem: 'status 302' })
})
