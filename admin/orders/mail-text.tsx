import { Text } from '@mantine/core'
import { useFocus } from '../ui/use-focus.ts'
import classes from './mail-text.module.css'

/** When a mail leaves; `cause` is what it is about, such as `the change`. */
export function MailHint({ cause, hasMailServer }: { cause: string; hasMailServer: boolean }) {
  return (
    <Text c="dimmed" fz="sm">
      {hasMailServer
        ? `The mail leaves ten seconds after ${cause}; an undo before that withdraws it.`
        : 'No mail server is set up yet: the mail waits until there is one. An undo before that withdraws it.'}
    </Text>
  )
}

/** A mail to the shopper as it will leave; focused, since it takes the place of the fields. */
export function MailText({ mail: { to, subject, text } }: { mail: { to: string; subject: string; text: string } }) {
  const body = useFocus<HTMLElement>()
  if (to === '') {
    return (
      <section ref={body} tabIndex={-1} aria-label="No mail">
        <Text>The order has no e-mail address, so nobody gets a mail.</Text>
      </section>
    )
  }
  return (
    <>
      <Text c="dimmed" fz="sm">
        To {to}
      </Text>
      <Text fw={600}>{subject}</Text>
      <section ref={body} tabIndex={-1} className={classes.mail} aria-label="Mail to the shopper">
        {text}
      </section>
    </>
  )
}
