import { ActionIcon, Group, Text, Textarea, TextInput } from '@mantine/core'
import { type AdminSettings, SETTING_KEYS, SETTINGS, type TextSetting } from '@shop/contract/settings/admin'
import { Trash2 } from 'lucide-react'
import { linesHigh, typed } from '../../ui/form.tsx'
import { QuietButton, Section } from '../../ui/page.tsx'
import { SaveButton, SavedForm } from '../forms/saved-form.tsx'
import { mergeTexts, mergeWhole } from '../forms/use-edited.ts'
import { lineError, useSettingsForm } from '../forms/use-saved-form.ts'
import classes from '../settings.module.css'

const TEXT_SETTINGS = SETTING_KEYS.filter((key): key is TextSetting => ['line', 'text'].includes(SETTINGS[key].input))

type Texts = Record<TextSetting, string>

/** Name, texts and addresses, with how the name and the tagline will stand. */
export function TextsSection({ settings }: { settings: AdminSettings }) {
  const present = textsOf(settings)
  const form = useSettingsForm<Texts>({
    present,
    merge: mergeTexts,
    toSettings: (texts) => texts,
    what: 'Texts',
  })
  const { value, set, errors } = form
  const changed = TEXT_SETTINGS.filter((key) => value[key] !== present[key])
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
        {TEXT_SETTINGS.map((key) => {
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

function textsOf(settings: AdminSettings): Texts {
  const { name, tagline, description, url, email, supportEmail } = settings
  return { name, tagline, description, url, email, supportEmail }
}

const NOTICE_LABELS = {
  notices: { title: 'Notices', save: 'Save the notices' },
  openNotices: { title: 'While orders are open', save: 'Save the lines' },
} as const

type NoticesProps = { settings: AdminSettings; setting: keyof typeof NOTICE_LABELS }

/** The lines above the header of the shop, as they will stand there. */
export function NoticesSection({ settings, setting }: NoticesProps) {
  const { label, hint } = SETTINGS[setting]
  const { title, save } = NOTICE_LABELS[setting]
  const present = settings[setting].join('\n')
  const form = useSettingsForm({
    present,
    merge: mergeWhole,
    normalize: (text) => linesOf(text).join('\n'),
    toSettings: (text) => ({ [setting]: linesOf(text) }),
    what: setting === 'notices' ? title : 'Lines',
  })
  const { value, set, errors } = form
  const notices = linesOf(value)
  return (
    <Section title={title}>
      <SavedForm
        form={form}
        differences={() => [{ label, theirs: present, mine: value }]}
        actions={<SaveButton form={form}>{save}</SaveButton>}
      >
        {notices.length > 0 && (
          <div className={classes.preview} aria-hidden>
            {notices.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and two may say the same.
              <p key={index} className={classes.notice}>
                {withLinks(line, settings)}
              </p>
            ))}
          </div>
        )}
        <Textarea
          label={label}
          description={hint}
          styles={{ input: linesHigh(4) }}
          {...typed(value, set)}
          error={lineError(errors, setting)}
        />
      </SavedForm>
    </Section>
  )
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function withLinks(line: string, { email }: AdminSettings): string {
  return line.replaceAll('{email}', email).replaceAll('{contact}', 'contact form').replaceAll('{shop}', 'shop')
}

type Pages = AdminSettings['social']

/** The height of a label, so a button stands beside its field, whatever is wrong with that. */
const BESIDE_FIELD = '1.65rem'

export function SocialSection({ settings: { social } }: { settings: AdminSettings }) {
  const form = useSettingsForm<Pages>({
    present: social,
    merge: mergeWhole,
    toSettings: (pages) => ({ social: pages }),
    what: 'Social pages',
  })
  const { value: pages, set, errors, failure } = form
  const write = (index: number, change: Partial<Pages[number]>) =>
    set(pages.map((page, place) => (place === index ? { ...page, ...change } : page)))
  return (
    <Section title="Social pages">
      <SavedForm
        form={form}
        differences={() => [
          { label: SETTINGS.social.label, theirs: describePages(social), mine: describePages(pages) },
        ]}
        failure={errors.social ?? failure}
        actions={
          <Group gap="sm">
            <QuietButton onClick={() => set([...pages, { name: '', url: 'https://' }])}>Add a page</QuietButton>
            <SaveButton form={form}>Save the social pages</SaveButton>
          </Group>
        }
      >
        {pages.length === 0 && <Text>No links in the footer yet.</Text>}
        {pages.map(({ name, url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
          <div key={index} className={classes.socialPage}>
            <TextInput
              label={`Name of page ${index + 1}`}
              error={errors[`social.${index}.name`]}
              {...typed(name, (text) => write(index, { name: text }))}
            />
            <TextInput
              label={`Address of page ${index + 1}`}
              type="url"
              inputMode="url"
              error={errors[`social.${index}.url`]}
              {...typed(url, (text) => write(index, { url: text }))}
            />
            <ActionIcon
              color="brick"
              mt={BESIDE_FIELD}
              onClick={() => set(pages.filter((_page, place) => place !== index))}
              aria-label={`Remove ${name === '' ? `page ${index + 1}` : name}`}
            >
              <Trash2 aria-hidden size={20} />
            </ActionIcon>
          </div>
        ))}
      </SavedForm>
    </Section>
  )
}

function describePages(pages: Pages): string {
  return pages.length === 0 ? 'None' : pages.map(({ name, url }) => `${name}: ${url}`).join('\n')
}
