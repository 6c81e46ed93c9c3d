import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { adminMailTexts, type MailWords } from '@shop/contract/mail/templates'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { useChange } from '../app/changes/use-change.ts'
import { styleNonce } from '../app/frame/theme.ts'
import { typed, usePlainCall } from '../ui/form.tsx'
import { Hint, QuietButton, Section } from '../ui/page.tsx'
import { FailureLine } from '../ui/states.tsx'
import classes from './mail-texts.module.css'

type PreviewProps = { name: string; words: MailWords; isUsable: boolean }

/** The mail as it would leave with what is typed, of a real order, and a button that mails it to oneself. */
export function MailTextPreview({ name, words, isUsable }: PreviewProps) {
  const [about, setAbout] = useState('')
  const body = { name, ...words, about }
  const preview = usePlainCall(() => call(adminMailTexts.previewMailText, { body }))
  const send = useChange(adminMailTexts.sendMailText, {
    done: 'The email is on its way to you',
    refreshes: [],
    showsError: true,
    neverWaits: true,
  })
  const mail = preview.result
  return (
    <Section title="How it looks">
      <Stack gap="sm">
        <TextInput
          label="Order number"
          description="Leave empty for the latest one. For emails about orders."
          maxLength={100}
          {...typed(about, setAbout)}
        />
        <FailureLine text={preview.failure ?? send.failure} />
        <Group gap="sm">
          <Button variant="default" disabled={!isUsable} loading={preview.isPending} onClick={() => preview.press()}>
            Preview email
          </Button>
          <QuietButton disabled={!isUsable} loading={send.isPending} onClick={() => send.change({ body })}>
            Send it to me
          </QuietButton>
        </Group>
        {!isUsable && <Hint>Fix the text first.</Hint>}
        {mail !== undefined && (
          <>
            <Hint>{mail.about}. Links don’t work here.</Hint>
            <Text fw={600}>{mail.subject}</Text>
            <section aria-label="The email" className={classes.mail}>
              {mail.text}
            </section>
            <iframe
              className={classes.frame}
              sandbox=""
              srcDoc={withAllowedStyles(mail.html)}
              title="The email as HTML"
            />
          </>
        )}
      </Stack>
    </Section>
  )
}

/** The page's policy, which holds in its frames too, allows style sheets that have its nonce. */
function withAllowedStyles(html: string): string {
  return html.replaceAll('<style>', `<style nonce="${styleNonce()}">`)
}
