import { Text } from '@mantine/core'
import classes from './mail-text.module.css'

/** A mail to the shopper as it will leave. */
export function MailText({ mail: { to, subject, text } }: { mail: { to: string; subject: string; text: string } }) {
  return (
    <>
      <Text c="dimmed" fz="sm">
        To {to}
      </Text>
      <Text fw={600}>{subject}</Text>
      <section className={classes.mail} aria-label="Mail to the shopper">
        {text}
      </section>
    </>
  )
}
