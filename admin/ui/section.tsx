import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

/** A section of a page with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id} fz="1.25rem" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
