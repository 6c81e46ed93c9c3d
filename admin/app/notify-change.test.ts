import { notifications, notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { notifyDone, notifyFailed } from './notify-change.tsx'

beforeEach(() => notifications.clean())

const shown = () => notificationsStore.getState().notifications.map(({ id }) => id)

test('of many changes the newest two are shown', () => {
  for (const text of ['Texts saved', 'Notices saved', 'Sale ended']) notifyDone(text, null)
  const [, second] = shown()
  notifyDone('Product hidden', null)
  expect(shown()).toEqual([second, expect.any(String)])
})

test('a failure stays when changes follow it', () => {
  notifyFailed(new Error('no'))
  const [failure] = shown()
  for (const text of ['Texts saved', 'Notices saved', 'Sale ended']) notifyDone(text, null)
  expect(shown()).toEqual([failure, expect.any(String), expect.any(String)])
})
