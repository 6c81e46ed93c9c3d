import { afterEach, expect, test, vi } from 'vitest'
import { sessionExpiry } from '../app/session.ts'
import { uploadFile } from './media.ts'

/** A shop that gives every file this response. */
function respondWith(status: number, message: string): void {
  class FakeRequest {
    readonly upload = {}
    readonly status = status
    readonly responseText = JSON.stringify({
      success: false,
      error: status === 401 ? 'unauthorized' : 'invalid_request',
      message,
    })
    onload = () => {}
    open(): void {}
    setRequestHeader(): void {}
    send(): void {
      this.onload()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
}

afterEach(() => {
  vi.unstubAllGlobals()
  sessionExpiry.close()
})

test('a photograph sent after the session has ended asks for a new sign-in', async () => {
  sessionExpiry.open('ada')
  respondWith(401, 'Please sign in.')
  await expect(uploadFile(new File(['x'], 'bag.jpg'), () => {})).rejects.toThrow('Please sign in.')
  expect(sessionExpiry.isExpired()).toBe(true)
})

test('a photograph that cannot be shown says why', async () => {
  sessionExpiry.open('ada')
  respondWith(400, 'The file "bag.jpg" holds no picture.')
  await expect(uploadFile(new File(['x'], 'bag.jpg'), () => {})).rejects.toThrow('holds no picture')
  expect(sessionExpiry.isExpired()).toBe(false)
})

test('a video that is too large is not sent at all', async () => {
  const file = Object.defineProperty(new File(['x'], 'fair.mp4'), 'size', { value: 61_000_000 })
  await expect(uploadFile(file, () => {})).rejects.toThrow('"fair.mp4" is larger than 60 MB')
})
