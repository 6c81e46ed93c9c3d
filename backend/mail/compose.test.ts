import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shop as config } from '../../shop.config.ts'
import { anyCharacter } from '../../tests/harness/any-character.ts'
import { headerText } from '../platform/lib/text.ts'
import { composeHtml as composeLetter } from './html/compose-html.ts'
import { composeText, type MailBlock, type Sender } from './texts/mail-blocks.ts'

const shop: Sender = { ...config, postalAddress: '', publicUrl: 'https://shop.example' }
const composeHtml = (title: string, blocks: readonly MailBlock[], sender: Sender) =>
  composeLetter({ title, hasHeadline: true, blocks }, sender)

test("a visitor's text is escaped", () => {
  const tags = composeHtml('', [''], shop).match(/</g)?.length
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(composeHtml(text, [text], shop).match(/</g)?.length).toBe(tags)
    }),
  )
})

test('a header is one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(headerText(text)).not.toMatch(/[\r\n\u2028\u2029\0]/)
    }),
  )
})

test.each(['\u202e', '\u202a', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'])(
  '%j cannot reverse a header or a fact',
  (control) => {
    expect(headerText(`Feedback: Ada${control}gpj.exe`)).toBe('Feedback: Adagpj.exe')
    const blocks = [{ facts: [['Email', `moc${control}@shop.example`]] as const }]
    expect(composeText(blocks, shop)).toContain('Email: moc@shop.example')
    expect(composeHtml('', blocks, shop)).toContain('>moc@shop.example</td>')
  },
)

test('names in Hebrew and Arabic and joined emoji are unchanged', () => {
  for (const name of ['שלום', 'مرحبا', '👩‍💻', 'می‌خواهم']) expect(headerText(name)).toBe(name)
})
