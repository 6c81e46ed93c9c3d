import { Button, Stack, Textarea } from '@mantine/core'
import type { AdminSettings } from '@shop/contract/admin/settings'
import { useState } from 'react'
import { useUnsaved } from '../app/unsaved.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { linesHigh } from '../ui/lines-high.ts'
import { Section } from '../ui/section.tsx'
import { lineError } from './setting-errors.ts'
import classes from './settings.module.css'
import { isSame } from './use-edited.ts'
import { useSettingsChange } from './use-settings-change.ts'

/** The lines above the header of the shop, as they will stand there. */
export function NoticesSection({ settings }: { settings: AdminSettings }) {
  const present = settings.notices.join('\n')
  const [typed, setTyped] = useState<string | null>(null)
  const { save, isPending, fields, failure } = useSettingsChange(settings, ({ notices: saved }) =>
    setTyped((now) => (now !== null && isSame(linesOf(now), saved) ? null : now)),
  )
  const text = typed ?? present
  const notices = linesOf(text)
  const isChanged = notices.join('\n') !== present
  useUnsaved(isChanged && !isPending)
  return (
    <Section title="Notices">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) save({ notices })
        }}
      >
        <Stack gap="md">
          <FailureLine text={failure} />
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
            label="Lines above the header"
            description="A line each. {email}, {contact} and {shop} become links."
            styles={{ input: linesHigh(4) }}
            value={text}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={lineError(fields, 'notices')}
          />
          <Button type="submit" loading={isPending} disabled={!isChanged}>
            Save the notices
          </Button>
        </Stack>
      </form>
    </Section>
  )
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function withLinks(line: string, { email }: AdminSettings): string {
  return line.replaceAll('{email}', email).replaceAll('{contact}', 'contact form').replaceAll('{shop}', 'shop')
}
