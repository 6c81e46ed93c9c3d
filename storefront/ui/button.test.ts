import { expect, test } from 'vitest'
import { buttonClass } from './button.tsx'

test.each(['ink', 'outline', 'quiet'] as const)('the %s button has one border color', (variant) => {
  const colors = buttonClass(variant)
    .split(' ')
    .filter((name) => /^border-[a-z]+$/.test(name))
  // Of two, the order in the style sheet decides, which could hide a button's outline.
  expect(colors).toEqual([variant === 'outline' ? 'border-ink' : 'border-transparent'])
})
