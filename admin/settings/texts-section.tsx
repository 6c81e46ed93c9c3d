import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { AdminSettings } from '@shop/contract/admin/settings'
import { useState } from 'react'
import { useUnsaved } from '../app/unsaved.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { Section } from '../ui/section.tsx'
import classes from './settings.module.css'
import { useSettingsChange } from './use-settings-change.ts'

const FIELDS = [
  {
    key: 'name',
    Input: TextInput,
    label: 'Name',
    description: 'In the header, in mails, and in the title of every page.',
  },
  { key: 'tagline', Input: Textarea, label: 'Tagline', description: 'Beside the name where pages are shared.' },
  {
    key: 'description',
    Input: Textarea,
    label: 'Description',
    description: 'What search engines show below the name.',
  },
  {
    key: 'email',
    Input: TextInput,
    label: 'E-mail of the shop',
    description: 'For inquiries; mails are sent from it.',
  },
  {
    key: 'supportEmail',
    Input: TextInput,
    label: 'E-mail for questions',
    description: 'In the footer, and below every mail.',
  },
  { key: 'url', Input: TextInput, label: 'Web address', description: 'The address at which shoppers reach the shop.' },
] as const

type TextKey = (typeof FIELDS)[number]['key']

type Typed = Partial<Record<TextKey, string>>

/** Name, texts and addresses, with how the name and the tagline will stand. */
export function TextsSection({ settings }: { settings: AdminSettings }) {
  const [typed, setTyped] = useState<Typed>({})
  const { save, isPending, fields, failure } = useSettingsChange(settings, (saved) =>
    setTyped((before) => withoutSaved(before, saved)),
  )
  const textOf = (key: TextKey) => typed[key] ?? settings[key]
  const changed = FIELDS.filter(({ key }) => textOf(key) !== settings[key])
  useUnsaved(changed.length > 0 && !isPending)
  return (
    <Section title="Name and texts">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) save(Object.fromEntries(changed.map(({ key }) => [key, textOf(key)])))
        }}
      >
        <Stack gap="md">
          <FailureLine text={failure} />
          <div className={classes.preview} aria-hidden>
            <Text className={classes.name}>{textOf('name')}</Text>
            <Text fz="sm">{textOf('tagline')}</Text>
          </div>
          {FIELDS.map(({ key, Input, label, description }) => (
            <Input
              key={key}
              label={label}
              description={description}
              value={textOf(key)}
              maxLength={1000}
              onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [key]: value }))}
              error={fields[key]}
            />
          ))}
          <Button type="submit" loading={isPending} disabled={changed.length === 0}>
            Save the texts
          </Button>
        </Stack>
      </form>
    </Section>
  )
}

/** What was typed since the texts were sent. */
function withoutSaved(typed: Typed, saved: Partial<AdminSettings>): Typed {
  const left = FIELDS.filter(({ key }) => typed[key] !== undefined && typed[key] !== saved[key])
  return Object.fromEntries(left.map(({ key }) => [key, typed[key]]))
}
