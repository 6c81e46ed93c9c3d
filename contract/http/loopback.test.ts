import { expect, test } from 'vitest'
import { isLoopbackUrl } from './loopback.ts'

test.each([
  'http://localhost:3000',
  'http://127.0.0.1',
  'http://127.8.0.1:80/admin',
  'http://[::1]:3000',
  'http://shop.localhost',
])('%s opens on one machine only', (url) => expect(isLoopbackUrl(url)).toBe(true))

test.each([
  'https://shop.example',
  'http://192.168.0.7:3000',
  'http://localhost.example',
  'https://127.0.0.1.example',
  '',
  'shop',
])('"%s" does not lead to the same machine', (url) => expect(isLoopbackUrl(url)).toBe(false))
