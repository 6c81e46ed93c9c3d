import { setImmediate } from 'node:timers/promises'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useHeadingFocus } from './heading.tsx'

/** Opens a page without a heading, with what React needs to render nothing. Returns the observers that are connected. */
function openPage(): Set<object> {
  const connected = new Set<object>()
  vi.stubGlobal('window', { HTMLIFrameElement: class {} })
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe() {
        connected.add(this)
      }
      disconnect() {
        connected.delete(this)
      }
    },
  )
  const ignore = () => {}
  const ownerDocument = { nodeType: 9, addEventListener: ignore, querySelector: (wanted: string) => found(wanted) }
  const main = { ...ownerDocument, nodeType: 1, tagName: 'MAIN', ownerDocument, setAttribute: ignore, focus: ignore }
  const found = (wanted: string) => (wanted === 'main' ? main : null)
  vi.stubGlobal('document', ownerDocument)
  return connected
}

function Page({ state }: { state: string }) {
  useHeadingFocus(state)
  return null
}

test('the heading is waited for until it appears, by one observer, which ends at the next state and with the page', async () => {
  const connected = openPage()
  const main = document.querySelector('main')
  if (main === null) throw new Error('no main')
  const root = createRoot(main)
  const render = (state: string) => {
    flushSync(() => root.render(<Page state={state} />))
    return [...connected]
  }
  expect(render('loading')).toEqual([])
  const [first, ...others] = render('failed')
  expect(first).toBeDefined()
  expect(others).toEqual([])
  const [second, ...more] = render('found')
  expect(second).not.toBe(first)
  expect(more).toEqual([])
  flushSync(() => root.unmount())
  expect([...connected]).toEqual([])
  // React's last tasks still need the page.
  await setImmediate()
})
