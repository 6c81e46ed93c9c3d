import { Text, Textarea, TextInput } from '@mantine/core'
import type { AdminSettings } from '@shop/contract/admin/settings'
import { Section } from '../ui/page.tsx'
import { SaveButton, SavedForm } from './saved-form.tsx'
import classes from './settings.module.css'
import { mergeTexts } from './use-edited.ts'
import { useSettingsForm } from './use-saved-form.ts'

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
  {
    key: 'url',
    Input: TextInput,
    label: 'Web address',
    description:
      'The address at which shoppers reach the shop. Links in mails and invitations lead there, so it has to work already.',
  },
  {
    key: 'postalAddress',
    Input: Textarea,
    label: 'Postal address',
    description: 'In lines, as the sender on packing slips. Shoppers do not see it.',
  },
] as const

type Texts = Record<(typeof FIELDS)[number]['key'], string>

/** Name, texts and addresses, with how the name and the tagline will stand. */
export function TextsSection({ settings }: { settings: AdminSettings }) {
  const { name, tagline, description, email, supportEmail, url, postalAddress } = settings
  const present: Texts = { name, tagline, description, email, supportEmail, url, postalAddress }
  const form = useSettingsForm<Texts>({
    present,
    merge: mergeTexts,
    normalize: (texts) => texts,
    toSettings: (texts) => texts,
    what: 'Texts',
  })
  const { value, set, errors } = form
  const changed = FIELDS.filter(({ key }) => value[key] !== present[key])
  return (
    <Section title="Name and texts">
      <SavedForm
        form={form}
        differences={() => changed.map(({ key, label }) => ({ label, theirs: present[key], mine: value[key] }))}
        actions={<SaveButton form={form}>Save the texts</SaveButton>}
      >
        <div className={classes.preview} aria-hidden>
          <Text className={classes.name}>{value.name}</Text>
          <Text fz="sm">{value.tagline}</Text>
        </div>
        {FIELDS.map(({ key, Input, label, description: hint }) => (
          <Input
            key={key}
            label={label}
            description={hint}
            value={value[key]}
            maxLength={1000}
            onChange={({ currentTarget }) => set({ ...value, [key]: currentTarget.value })}
            error={errors[key]}
          />
        ))}
      </SavedForm>
    </Section>
  )
}
