import { expect, test } from 'vitest'
import { buttonClass } from './button.tsx'

test.each(['ink', 'outline', 'quiet'] as const)('a button that looks %s has an edge of one color', (look) => {
  const colors = buttonClass(look)
    .split(' ')
    .filter((name) => /^border-[a-z]+$/.test(name))
  // Of two, the style sheet's order decides, and a button may lose its outline.
  expect(colors).toEqual([look === 'outline' ? 'border-ink' : 'border-transparent'])
})
