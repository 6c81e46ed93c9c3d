import { notifications, notificationsStore } from '@mantine/notifications'
import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import { beforeEach, expect, test } from 'vitest'
import { notifyDone, notifyFailed } from './notify-change.tsx'

beforeEach(() => notifications.clean())

const shown = () => notificationsStore.getState().notifications.map(({ id }) => id)

test('the newest two of many changes are shown', () => {
  for (const text of ['Texts saved', 'Notices saved', 'Sale ended']) notifyDone(text, null)
  const [, second] = shown()
  notifyDone('Product hidden', null)
  expect(shown()).toEqual([second, expect.any(String)])
})

test('a change offers Undo as long as its email is held', () => {
  notifyDone('Order shipped', () => {})
  expect(notificationsStore.getState().notifications).toMatchObject([{ autoClose: MAIL_HOLD_MS }])
})

test('a failure stays when changes follow it', () => {
  notifyFailed(new Error('no'))
  const [failure] = shown()
  for (const text of ['Texts saved', 'Notices saved', 'Sale ended']) notifyDone(text, null)
  expect(shown()).toEqual([failure, expect.any(String), expect.any(String)])
})
