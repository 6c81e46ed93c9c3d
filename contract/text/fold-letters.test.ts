import { expect, test } from 'vitest'
import { foldLetters } from './fold-letters.ts'

test.each([
  ['Søren', 'soren'],
  ['Łukasz Wałęsa', 'lukasz walesa'],
  ['ØDEGÅRD', 'odegard'],
  ['Straße STRASSE STRAẞE', 'strasse strasse strasse'],
  ['Æsir Œuvre', 'aesir oeuvre'],
  ['Đorđe Þór Guðrún', 'dorde thor gudrun'],
  ['Işık İnci', 'isik inci'],
  ['José Jose\u0301', 'jose jose'],
  ['Ｓｏｒｅｎ ﬁn', 'soren fin'],
  ['ŻÓŁĆ Ħal Ŧ', 'zolc hal t'],
  ['김민준 ガク', '김민준 ガク'],
  ['ΣΑΣ Йорк', 'σασ иорк'],
])('%j is compared as %j', (text, folded) => {
  expect(foldLetters(text)).toBe(folded)
})
