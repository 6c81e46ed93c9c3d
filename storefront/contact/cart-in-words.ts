import { MESSAGE_LENGTH, REFERENCE_LENGTH } from '@shop/contract/contact/calls'

type Line = { product_name: string; quantity: number; color: string | null; size: string | null }

/** A cart as the initial text of an inquiry, within the contract's limits of reference and message. */
export function cartInWords(items: readonly Line[]): { reference: string; message: string } {
  const lines = items.filter((item) => item.quantity > 0)
  return {
    reference: within(REFERENCE_LENGTH, lines.map(shortLine), '', ', '),
    message:
      lines.length === 0
        ? ''
        : within(MESSAGE_LENGTH - ROOM_TO_WRITE, lines.map(fullLine), 'I am interested in:\n', '\n').concat('\n\n'),
  }
}

/** Characters reserved for the visitor's own text. */
const ROOM_TO_WRITE = 1500

function shortLine({ product_name, quantity }: Line): string {
  return `${quantity} x ${product_name}`
}

/** Color and size are added unless the product's name contains them. */
function fullLine(line: Line): string {
  const facts = [line.color, line.size].filter((fact) => fact !== null && !includesWord(line.product_name, fact))
  return `- ${shortLine(line)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
}

function includesWord(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase())
}

function within(limit: number, lines: readonly string[], start: string, joint: string): string {
  for (let count = lines.length; count > 0; count -= 1) {
    const rest = lines.length - count
    const text = start + [...lines.slice(0, count), ...(rest === 0 ? [] : [`and ${rest} more`])].join(joint)
    if (text.length <= limit) return text
  }
  // If not even one line fits, its beginning is used.
  return (start + (lines[0] ?? '')).slice(0, limit)
}
