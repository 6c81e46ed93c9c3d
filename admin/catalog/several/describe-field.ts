import type { ImportPreview } from '@shop/contract/admin/several-products'
import { capitalize } from '../../ui/capitalize.ts'
import { plainText } from '../../ui/plain-text.ts'

const MAX_LENGTH = 120

/** A changed field as a line: `Price: 79 → 84.5`. */
export function describeField({ field, before, after }: ImportPreview['changed'][number]['fields'][number]): string {
  const words = field.replaceAll('_', ' ').replace('.', ' › ')
  return `${capitalize(words)}: ${textOf(before)} → ${textOf(after)}`
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const plain = plainText(text).replaceAll('\n', ' ')
  return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain
}
