import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { type AdminSettings, SETTINGS } from '@shop/contract/admin/settings'
import { Trash2 } from 'lucide-react'
import { typed } from '../ui/form.tsx'
import { QuietButton, Section } from '../ui/page.tsx'
import { SaveButton, SavedForm } from './saved-form.tsx'
import classes from './settings.module.css'
import { mergeWhole } from './use-edited.ts'
import { useSettingsForm } from './use-saved-form.ts'

type Pages = AdminSettings['social']

/** The height of a label, so that a button stands beside its field, whatever is wrong with that. */
const BESIDE_FIELD = '1.65rem'

/** The social pages that the footer links to. */
export function SocialSection({ settings: { social } }: { settings: AdminSettings }) {
  const form = useSettingsForm<Pages>({
    present: social,
    merge: mergeWhole,
    normalize: (pages) => pages,
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
        {pages.length === 0 && <Text>The footer links to none.</Text>}
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
