import { expect, test } from 'vitest'
import { welcomeMail } from './welcome.mail.ts'

const greetingOf = (first_name: string) =>
  welcomeMail({ first_name, email: 'ada@shop.example' }, 'https://shop.example').blocks[0]

test.each(['Ada', "O'Neill", 'J. R.', 'J.R.', 'José María', '李雷', 'Dr. Ada'])('%s is greeted by name', (name) => {
  expect(greetingOf(name)).toBe(`Hello ${name},`)
})

test.each(['https://evil.example/win', 'See WWW.evil', 'evil.example', 'Win at evil.example/x', 'a@evil'])(
  'a name that mail programs would make a link of is not repeated: %s',
  (name) => {
    expect(greetingOf(name)).toBe('Hello,')
  },
)
