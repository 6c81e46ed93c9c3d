import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { DAY_MS } from '@shop/contract/durations'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkCertificate } from './check-certificate.ts'

let folder: string
let key: string
let cert: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-tls-'))
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '60']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', [...args, ...files, ...names], { stdio: 'ignore' })
  key = readFileSync(join(folder, 'key.pem'), 'utf8')
  cert = readFileSync(join(folder, 'cert.pem'), 'utf8')
})
afterAll(() => rmSync(folder, { recursive: true }))

async function listen(): Promise<number> {
  const server = createServer({ key, cert }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const codes = async (origin: string, days: number, trusted: boolean) => {
  const found = await checkCertificate(origin, inDays(days), trusted ? { ca: cert } : {})
  return found.map(({ code, severity }) => `${severity} ${code}`)
}

test('a certificate that browsers trust is fine until fourteen days before its end', async () => {
  const origin = `https://localhost:${await listen()}`
  expect(await codes(origin, 0, true)).toEqual([])
  expect(await codes(origin, 45, true)).toEqual([])
  expect(await codes(origin, 47, true)).toEqual(['warning certificate_ends'])
  const [finding] = await checkCertificate(origin, inDays(50), { ca: cert })
  expect(finding?.text).toMatch(/ends in 9 days/)
})

test('one of no one, one for another name, a closed port and an unknown name are told apart', async () => {
  const port = await listen()
  expect(await codes(`https://localhost:${port}`, 0, false)).toEqual(['error certificate_untrusted'])
  expect(await codes(`https://127.0.0.1:${port}`, 0, true)).toEqual(['error certificate_other_name'])
  expect(await codes('https://localhost:1', 0, true)).toEqual(['error address_refused'])
  expect(await codes('https://nowhere.invalid', 0, true)).toEqual(['error address_not_found'])
  expect(await codes('http://localhost:1', 0, true)).toEqual([])
})

test('one that has expired is said to be', async () => {
  const args = ['x509', '-in', join(folder, 'cert.pem'), '-signkey', join(folder, 'key.pem'), '-days', '-1']
  cert = execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  expect(await codes(`https://localhost:${await listen()}`, 0, true)).toEqual(['error certificate_expired'])
})
