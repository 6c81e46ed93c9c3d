import { MAX_COUNTED } from '@shop/contract/today/admin'
import type { TimeLeft } from '../contact/time-left.tsx'

/** Something to do, and the one button that deals with it. */
export type Task = {
  title: string
  detail: string
  color: TimeLeft['color']
  action: { label: string; to: string } | null
}

/** For example "2 orders"; of many only that they are many, since no more were counted. */
export function count(number: number, one: string, many = `${one}s`): string {
  if (number >= MAX_COUNTED) return `${MAX_COUNTED} or more ${many}`
  return `${number} ${number === 1 ? one : many}`
}
