import { expect, test } from 'vitest'
import { buttonClass } from './button.tsx'

test.each(['ink', 'outline', 'quiet'] as const)('the %s button has an edge of one color', (variant) => {
  const colors = buttonClass(variant)
    .split(' ')
    .filter((name) => /^border-[a-z]+$/.test(name))
  // Of two, the style sheet's order decides, and a button may lose its outline.
  expect(colors).toEqual([variant === 'outline' ? 'border-ink' : 'border-transparent'])
})
