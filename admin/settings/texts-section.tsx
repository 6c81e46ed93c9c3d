import { Text, Textarea, TextInput } from '@mantine/core'
import { type AdminSettings, SETTING_KEYS, SETTINGS, type TextSetting } from '@shop/contract/admin/settings'
import { typed } from '../ui/form.tsx'
import { Section } from '../ui/page.tsx'
import { SaveButton, SavedForm } from './saved-form.tsx'
import classes from './settings.module.css'
import { mergeTexts } from './use-edited.ts'
import { useSettingsForm } from './use-saved-form.ts'

const FIELDS = SETTING_KEYS.filter((key): key is TextSetting => ['line', 'text', 'lines'].includes(SETTINGS[key].input))

type Texts = Record<TextSetting, string>

/** Name, texts and addresses, with how the name and the tagline will stand. */
export function TextsSection({ settings }: { settings: AdminSettings }) {
  const { social: _social, notices: _notices, ...present } = settings
  const form = useSettingsForm<Texts>({
    present,
    merge: mergeTexts,
    normalize: (texts) => texts,
    toSettings: (texts) => texts,
    what: 'Texts',
  })
  const { value, set, errors } = form
  const changed = FIELDS.filter((key) => value[key] !== present[key])
  return (
    <Section title="Name and texts">
      <SavedForm
        form={form}
        differences={() =>
          changed.map((key) => ({ label: SETTINGS[key].label, theirs: present[key], mine: value[key] }))
        }
        actions={<SaveButton form={form}>Save the texts</SaveButton>}
      >
        <div className={classes.preview} aria-hidden>
          <Text className={classes.name}>{value.name}</Text>
          <Text fz="sm">{value.tagline}</Text>
        </div>
        {FIELDS.map((key) => {
          const { input, label, hint } = SETTINGS[key]
          const Input = input === 'line' ? TextInput : Textarea
          return (
            <Input
              key={key}
              label={label}
              description={hint}
              maxLength={1000}
              {...typed(value[key], (text) => set({ ...value, [key]: text }))}
              error={errors[key]}
            />
          )
        })}
      </SavedForm>
    </Section>
  )
}
