import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CodeLoadError, lazyComponent } from './lazy-component.ts'

const Part = () => 'the part'

/** A module whose first loads fail. */
function failing(times: number) {
  return vi.fn(async () => {
    times -= 1
    if (times >= 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Part
  })
}

describe('code that is loaded when first needed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is loaded once for all users', async () => {
    const load = failing(0)
    const part = lazyComponent('a part', load)
    await Promise.all([part.preload(), part.preload()])
    await part.preload()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is retried once after a moment', async () => {
    const load = failing(1)
    const loaded = lazyComponent('a part', load).preload()
    await vi.advanceTimersByTimeAsync(500)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(500)
    await loaded
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('that failed to load throws, and can be retried', async () => {
    const part = lazyComponent('a part', failing(2))
    const failed = part.preload().catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    const error = await failed
    if (!(error instanceof CodeLoadError)) throw new TypeError('it did not say so')
    expect(error.message).toContain('a part')
    expect(error.cause).toBeInstanceOf(TypeError)
    await expect(error.retry()).resolves.toBeUndefined()
  })
})

it('a loaded component renders on the server without its fallback', async () => {
  const part = lazyComponent('a part', async () => Part)
  const render = () => renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(part)))
  expect(render()).toContain('waiting')
  await part.preload()
  expect(render()).toContain('the part')
  expect(render()).not.toContain('waiting')
})
