import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { AdminSettings } from '@shop/contract/admin/settings'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useUnsaved } from '../app/unsaved.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { Section } from '../ui/section.tsx'
import classes from './settings.module.css'
import { isSame } from './use-edited.ts'
import { useSettingsChange } from './use-settings-change.ts'

/** The height of a label, so that a button stands beside its field, whatever is wrong with that. */
const BESIDE_FIELD = '1.65rem'

/** The social pages that the footer links to. */
export function SocialSection({ settings }: { settings: AdminSettings }) {
  const [typed, setTyped] = useState<AdminSettings['social'] | null>(null)
  const { save, isPending, fields, failure } = useSettingsChange(settings, ({ social: saved }) =>
    setTyped((now) => (isSame(now, saved) ? null : now)),
  )
  const pages = typed ?? settings.social
  const isChanged = !isSame(pages, settings.social)
  useUnsaved(isChanged && !isPending)
  const write = (index: number, change: Partial<AdminSettings['social'][number]>) =>
    setTyped(pages.map((page, place) => (place === index ? { ...page, ...change } : page)))
  return (
    <Section title="Social pages">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) save({ social: pages })
        }}
      >
        <Stack gap="md">
          <FailureLine text={[failure, fields.social].filter(Boolean).join(' ') || null} />
          {pages.length === 0 && <Text>The footer links to none.</Text>}
          {pages.map(({ name, url }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
            <div key={index} className={classes.socialPage}>
              <TextInput
                label={`Name of page ${index + 1}`}
                value={name}
                error={fields[`social.${index}.name`]}
                onChange={({ currentTarget }) => write(index, { name: currentTarget.value })}
              />
              <TextInput
                label={`Address of page ${index + 1}`}
                type="url"
                inputMode="url"
                value={url}
                error={fields[`social.${index}.url`]}
                onChange={({ currentTarget }) => write(index, { url: currentTarget.value })}
              />
              <ActionIcon
                color="brick"
                mt={BESIDE_FIELD}
                onClick={() => setTyped(pages.filter((_page, place) => place !== index))}
                aria-label={`Remove ${name === '' ? `page ${index + 1}` : name}`}
              >
                <Trash2 aria-hidden size={20} />
              </ActionIcon>
            </div>
          ))}
          <Group gap="sm">
            <Button variant="default" onClick={() => setTyped([...pages, { name: '', url: 'https://' }])}>
              Add a page
            </Button>
            <Button type="submit" loading={isPending} disabled={!isChanged}>
              Save the social pages
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
