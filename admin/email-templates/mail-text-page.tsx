import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { adminMailTexts, findTextProblems, type MailText, type TextProblem } from '@shop/contract/mail/templates'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { useChange } from '../app/changes/use-change.ts'
import { LeaveGuard } from '../app/frame/unsaved.tsx'
import { queryClient } from '../app/query-client.ts'
import { confirmOnce } from '../ui/dialog.tsx'
import { Form, linesHigh, typed } from '../ui/form.tsx'
import { BackLink, Columns, Hint, LoadedPage, Page, QuietButton, Section } from '../ui/page.tsx'
import { EmptyState, FailureLine } from '../ui/states.tsx'
import { MailTextPreview } from './mail-text-preview.tsx'
import classes from './mail-texts.module.css'
import { mailTextsQuery } from './mail-texts-page.tsx'

export { MailTextPage as Component }

export const loader = () => void queryClient.prefetchQuery(mailTextsQuery)

const BACK_LINK = <BackLink to="/mail-texts">All email templates</BackLink>

/** The words of one mail, which are edited, looked at, and set back. */
function MailTextPage() {
  const { name } = useParams()
  return (
    <LoadedPage title="Email template" back={BACK_LINK} query={useQuery(mailTextsQuery)} label="Loading the email">
      {({ texts }) => {
        const text = texts.find((one) => one.name === name)
        return (
          <Page title={text?.title ?? 'Email template'}>
            {BACK_LINK}
            {text === undefined ? (
              <EmptyState text="There’s no such email." />
            ) : (
              // Another version is another form: after a save, an undo, or a change of someone else that is taken over.
              <TextEditor key={`${text.name} ${text.version}`} text={text} />
            )}
          </Page>
        )
      }}
    </LoadedPage>
  )
}

function TextEditor({ text }: { text: MailText }) {
  const { name, title, placeholders, own, version, is_edited, is_broken } = text
  const [subject, setSubject] = useState(text.subject)
  const [body, setBody] = useState(text.body)
  const field = useRef<HTMLTextAreaElement>(null)
  const problems = findTextProblems(placeholders, { subject, body })
  const isChanged = subject !== text.subject || body !== text.body
  const options = { refreshes: [mailTextsQuery.queryKey], showsError: true } as const
  const save = useChange(adminMailTexts.changeMailText, { ...options, done: `"${title}" is saved` })
  const reset = useChange(adminMailTexts.resetMailText, {
    ...options,
    done: `"${title}" uses the default text again`,
  })
  const insert = (written: string) => {
    const { selectionStart: from = body.length, selectionEnd: to = body.length } = field.current ?? {}
    setBody(`${body.slice(0, from)}${written}${body.slice(to)}`)
    field.current?.focus()
  }
  const confirmReset = () =>
    confirmOnce({
      title: 'Reset to the default text?',
      children: `The email will use the default subject again: "${own.subject}". You can undo this.`,
      labels: { confirm: 'Reset', cancel: 'Keep mine' },
      onConfirm: () => reset.change({ body: { name, version } }),
    })
  return (
    <Columns
      left={
        <Section title="Subject and text">
          <LeaveGuard isActive={isChanged && !save.isPending} />
          <Form
            onSubmit={() => {
              if (isChanged && problems.length === 0) save.change({ body: { name, subject, body, version } })
            }}
          >
            <Stack gap="md">
              {is_broken && (
                <Alert color="brick">An update has changed what this email needs, so the default text is sent.</Alert>
              )}
              <TextInput label="Subject" {...typed(subject, setSubject)} error={messagesOf(problems, 0)} />
              <Textarea
                ref={field}
                label="Text"
                description="An empty line starts a new paragraph. The shop’s name is added below automatically."
                styles={{ input: linesHigh(10) }}
                {...typed(body, setBody)}
                aria-describedby="mail-text-problems"
              />
              <Problems problems={problems} />
              <FailureLine text={save.failure ?? reset.failure} />
              <Group gap="sm">
                <Button type="submit" loading={save.isPending} disabled={!isChanged || problems.length > 0}>
                  Save
                </Button>
                {is_edited && (
                  <QuietButton loading={reset.isPending} onClick={confirmReset}>
                    Default text
                  </QuietButton>
                )}
              </Group>
            </Stack>
          </Form>
        </Section>
      }
      right={
        <>
          <Placeholders text={text} onInsert={insert} />
          <MailTextPreview name={name} words={{ subject, body }} isUsable={problems.length === 0} />
        </>
      }
    />
  )
}

function messagesOf(problems: readonly TextProblem[], line: number): string | null {
  const messages = problems.filter((problem) => problem.line === line).map(({ message }) => message)
  return messages.length === 0 ? null : messages.join(' ')
}

/** Errors in the text, by line; announced while it is typed. */
function Problems({ problems }: { problems: readonly TextProblem[] }) {
  const listed = problems.filter(({ line }) => line !== 0)
  return (
    <div role="status" id="mail-text-problems">
      {listed.length > 0 && (
        <ul className={classes.problems}>
          {listed.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{line === null ? message : `Line ${line}: ${message}`}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The placeholders of a mail, each with a button that inserts it at the cursor. */
function Placeholders({ text: { placeholders }, onInsert }: { text: MailText; onInsert: (written: string) => void }) {
  return (
    <Section title="Placeholders">
      <ul className="rows">
        {placeholders.map(({ name, example, needed, alone }) => (
          <li key={name}>
            <QuietButton size="compact-md" onClick={() => onInsert(`{${name}}`)} aria-label={`Insert {${name}}`}>
              {`{${name}}`}
            </QuietButton>
            <Text fz="sm" className={classes.mail}>
              {example}
            </Text>
            {alone && <Hint>In its own paragraph{needed ? '; required' : ''}.</Hint>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
