/** `code`: no blanks, such as a ZIP code; `words`: blanks between words; `email`: its form reports blanks. */
export type InputKind = 'code' | 'email' | 'words'

const BLANK_CHARACTERS = /[\t-\r\p{Z}]/gu
const UNSEEN_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu
/** Characters among these that join letters or select an emoji. */
const MEANT_CHARACTER = /\p{Join_Control}|\p{Variation_Selector}/u
const FULL_WIDTH = /[\uff01-\uff5e]/g

/** Removes what isn't meant in pasted text: invisible characters, full-width forms and, in a code, blanks. */
export function cleanInput(text: string, kind: InputKind): string {
  if (kind === 'words') {
    return text
      .replace(BLANK_CHARACTERS, ' ')
      .replace(UNSEEN_CHARACTERS, (character) => (MEANT_CHARACTER.test(character) ? character : ''))
  }
  const plain = halfWidth(withoutUnseen(text))
  return kind === 'code' ? plain.replaceAll(' ', '') : plain
}

/** Removes invisible characters and uses plain blanks, for comparing. */
export function withoutUnseen(text: string): string {
  return text.replace(BLANK_CHARACTERS, ' ').replace(UNSEEN_CHARACTERS, '')
}

/** Replaces full-width forms by ASCII. */
export function halfWidth(text: string): string {
  return text.replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
}

const CODE_MODES: readonly string[] = ['numeric', 'decimal']

/** The kind of a field by its attributes; `null` where nothing may change, as in a password. */
export function detectInputKind({
  type,
  inputMode = '',
  autoCapitalize = '',
}: Partial<FieldAttributes>): InputKind | null {
  if (type === 'email') return 'email'
  if (CODE_MODES.includes(inputMode) || autoCapitalize === 'characters') return 'code'
  return type === undefined || ['text', 'tel', 'search'].includes(type) ? 'words' : null
}

type FieldAttributes = {
  type: string | undefined
  inputMode: string | undefined
  autoCapitalize: string | undefined
}

/** Cleans text pasted or dropped into a page's fields, before the browser cuts it to `maxlength`. */
export function cleanInsertedText(page: Document): void {
  page.addEventListener('beforeinput', (event) => {
    const { target, isComposing } = event
    if (!(target instanceof HTMLInputElement) || isComposing || !event.cancelable) return
    const { type, inputMode, autocapitalize: autoCapitalize } = target
    const kind = detectInputKind({ type, inputMode, autoCapitalize })
    const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
    if (kind === null || text === '') return
    const wanted = outerTrimmed(cleanInput(text, kind), { kind, isTyped: text.length === 1, into: target })
    if (wanted === text) return
    event.preventDefault()
    if (wanted !== '') page.execCommand('insertText', false, wanted)
  })
}

type Insertion = { kind: InputKind; isTyped: boolean; into: HTMLInputElement }

/** Blanks around pasted text are not meant, except between words. */
function outerTrimmed(text: string, { kind, isTyped, into }: Insertion): string {
  if (isTyped) return text
  if (kind === 'email') return text.trim()
  return into.selectionStart === 0 || into.value === '' ? text.trimStart() : text
}
