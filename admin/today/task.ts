import type { TimeLeft } from '../contact/time-left.tsx'

/** Something to do, and the one button that deals with it. */
export type Task = {
  title: string
  detail: string
  color: TimeLeft['color']
  action: { label: string; to: string } | null
}
