import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './entrance.module.css'

/** What stands around the pages of those who are not in yet: the shop's ground, and one panel. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Admin`
  }, [title])
  return (
    <main className={classes.entrance}>
      <div className={classes.panel}>
        <Title order={1} fz="1.75rem" mb="md">
          {title}
        </Title>
        {children}
      </div>
    </main>
  )
}
