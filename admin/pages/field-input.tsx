import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { PageField, PageValue } from '@shop/contract/pages/fields'
import { isSameValue } from '@shop/contract/pages/fields'
import { linesHigh, typed } from '../ui/form.tsx'
import { QuietButton } from '../ui/page.tsx'
import { PictureInput } from './picture-input.tsx'

type FieldInputProps = {
  field: PageField
  value: PageValue
  error: string | undefined
  onChange: (value: PageValue) => void
}

/** A field of a page, and the way back to what the shop says by itself. */
export function FieldInput({ field, value, error, onChange }: FieldInputProps) {
  return (
    <div>
      <Input field={field} value={value} error={error} onChange={onChange} />
      {!isSameValue(value, field.own) && field.kind !== 'switch' && (
        <QuietButton
          size="compact-md"
          mt="xs"
          aria-label={`${field.part}, ${field.label}: reset to default`}
          onClick={() => onChange(field.own)}
        >
          Reset to default
        </QuietButton>
      )}
    </div>
  )
}

function Input({ field, value, error, onChange }: FieldInputProps) {
  const { kind, label, hint } = field
  const named = { label, description: hint, error }
  if (kind === 'switch') {
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  }
  if (kind === 'days') {
    const onType = (text: string) => onChange(/^\d{1,9}$/.test(text) ? Number(text) : text)
    return (
      <TextInput
        {...named}
        inputMode="numeric"
        styles={{ input: { maxWidth: '12rem' } }}
        {...typed(String(value), onType)}
      />
    )
  }
  if (kind === 'picture')
    return (
      <PictureInput
        field={field}
        value={typeof value === 'object' ? value : field.own}
        error={error}
        onChange={onChange}
      />
    )
  if (kind === 'line' && field.max <= MAX_LINE_LENGTH)
    return <TextInput {...named} {...typed(String(value), onChange)} />
  return (
    <Textarea {...named} styles={{ input: linesHigh(kind === 'text' ? 3 : 2) }} {...typed(String(value), onChange)} />
  )
}

/** Texts that stand in one line of a form. */
const MAX_LINE_LENGTH = 120
