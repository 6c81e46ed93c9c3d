import { Textarea } from '@mantine/core'
import { type AdminSettings, SETTINGS } from '@shop/contract/admin/settings'
import { linesHigh, typed } from '../ui/form.tsx'
import { Section } from '../ui/page.tsx'
import { SaveButton, SavedForm } from './saved-form.tsx'
import classes from './settings.module.css'
import { mergeWhole } from './use-edited.ts'
import { lineError, useSettingsForm } from './use-saved-form.ts'

const { label: LABEL, hint: HINT } = SETTINGS.notices

/** The lines above the header of the shop, as they will stand there. */
export function NoticesSection({ settings }: { settings: AdminSettings }) {
  const present = settings.notices.join('\n')
  const form = useSettingsForm({
    present,
    merge: mergeWhole,
    normalize: (text) => linesOf(text).join('\n'),
    toSettings: (text) => ({ notices: linesOf(text) }),
    what: 'Notices',
  })
  const { value, set, errors } = form
  const notices = linesOf(value)
  return (
    <Section title="Notices">
      <SavedForm
        form={form}
        differences={() => [{ label: LABEL, theirs: present, mine: value }]}
        actions={<SaveButton form={form}>Save the notices</SaveButton>}
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
          label={LABEL}
          description={HINT}
          styles={{ input: linesHigh(4) }}
          {...typed(value, set)}
          error={lineError(errors, 'notices')}
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
