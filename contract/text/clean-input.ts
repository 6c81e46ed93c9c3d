/**
 * The kind of a field: a `code`, such as a ZIP code or an order number, has no blanks; `words` have them between words;
 * a blank in an `email` is a mistake that its form names.
 */
export type InputKind = 'code' | 'email' | 'words'

const BLANKS = /[\t-\r\p{Z}]/gu
const UNSEEN_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu
/** The characters among these that join letters or choose the form of a picture. */
const MEANT_CHARACTER = /\p{Join_Control}|\p{Variation_Selector}/u
/** Letters, digits and signs as wide as those of Chinese. */
const FULL_WIDTH = /[\uff01-\uff5e]/g

/**
 * A text without what is not meant when it is pasted or filled in: characters that are not seen, full-width forms of a code or
 * an email, and blanks of a code. It is done before the text is cut to the length of its field.
 */
export function cleanInput(text: string, kind: InputKind): string {
  if (kind === 'words') {
    return text
      .replace(BLANKS, ' ')
      .replace(UNSEEN_CHARACTERS, (character) => (MEANT_CHARACTER.test(character) ? character : ''))
  }
  const plain = halfWidth(withoutUnseen(text))
  return kind === 'code' ? plain.replaceAll(' ', '') : plain
}

/** A text without any character that is not seen, and with plain blanks, for comparing. */
export function withoutUnseen(text: string): string {
  return text.replace(BLANKS, ' ').replace(UNSEEN_CHARACTERS, '')
}

/** Replaces full-width forms by their ASCII characters. */
export function halfWidth(text: string): string {
  return text.replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
}

const CODE_MODES: readonly string[] = ['numeric', 'decimal']

/** The kind of a field, by its own attributes; `null` where nothing may be changed, as in a password. */
export function inputKindOf({ type, inputMode = '', autoCapitalize = '' }: Partial<FieldAttributes>): InputKind | null {
  if (type === 'email') return 'email'
  if (CODE_MODES.includes(inputMode) || autoCapitalize === 'characters') return 'code'
  return type === undefined || ['text', 'tel', 'search'].includes(type) ? 'words' : null
}

type FieldAttributes = {
  type: string | undefined
  inputMode: string | undefined
  autoCapitalize: string | undefined
}

/**
 * Cleans what is pasted, dropped or inserted into a field of the page before the browser cuts it to `maxlength`. Call it once
 * a page.
 */
export function cleanInsertedText(page: Document): void {
  page.addEventListener('beforeinput', (event) => {
    const { target, isComposing } = event
    if (!(target instanceof HTMLInputElement) || isComposing || !event.cancelable) return
    const { type, inputMode, autocapitalize: autoCapitalize } = target
    const kind = inputKindOf({ type, inputMode, autoCapitalize })
    const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
    if (kind === null || text === '') return
    const wanted = outerTrimmed(cleanInput(text, kind), { kind, isTyped: text.length === 1, into: target })
    if (wanted === text) return
    event.preventDefault()
    if (wanted !== '') page.execCommand('insertText', false, wanted)
  })
}

type Insertion = { kind: InputKind; isTyped: boolean; into: HTMLInputElement }

/** Blanks around what is pasted are not meant, but for those between words. */
function outerTrimmed(text: string, { kind, isTyped, into }: Insertion): string {
  if (isTyped) return text
  if (kind === 'email') return text.trim()
  return into.selectionStart === 0 || into.value === '' ? text.trimStart() : text
}
