import { Text } from '@mantine/core'
import { useFocus } from '../ui/use-focus.ts'
import classes from './mail-text.module.css'

/** A mail to the shopper as it will leave; focused, since it takes the place of the fields. */
export function MailText({ mail: { to, subject, text } }: { mail: { to: string; subject: string; text: string } }) {
  const body = useFocus<HTMLElement>()
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
