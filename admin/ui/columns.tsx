import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './columns.module.css'

/** Sections side by side on wide screens, the first ones in the left column, and below each other on all others. */
export function Columns({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={classes.columns}>
      <Stack gap="md">{left}</Stack>
      <Stack gap="md">{right}</Stack>
    </div>
  )
}
