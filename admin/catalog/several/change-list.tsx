import { Button, Group } from '@mantine/core'
import { formatCount, plural } from '@shop/contract/text/plural'
import type { ReactNode } from 'react'
import { confirmOnce } from '../../ui/dialog.tsx'
import { LongList, type LongListProps } from '../../ui/list/list.tsx'
import { Hint, QuietButton } from '../../ui/page.tsx'
import { FailureLine } from '../../ui/states.tsx'
import classes from './several.module.css'

type ChangeListProps<Row> = LongListProps<Row> & {
  /** A summary of the changes, beside the button that makes them. */
  summary: ReactNode
  /** Before the button. */
  fields?: ReactNode
  action: { label: string; isDisabled?: boolean; onPress: () => void }
  /** How many prices change by more than half, which is asked before with `confirm` as the label of the button. */
  large?: { prices: number; confirm: string }
  sending: { isPending: boolean; failure: string | null; conflict: Error | null }
  /** For when someone has changed one of the products in the meantime. */
  again: { label: string; onPress: () => void }
}

/** The changes of several products, below the button that makes them. */
export function ChangeList<Row>({
  summary,
  fields,
  action: { label, isDisabled = false, onPress },
  large,
  sending: { isPending, failure, conflict },
  again,
  ...list
}: ChangeListProps<Row>) {
  const press = () => {
    if (large === undefined || large.prices === 0) return onPress()
    confirmOnce({
      title: 'A large change',
      children: `${formatCount(large.prices, 'price')} ${plural(large.prices, 'changes', 'change')} by more than half. Is that right?`,
      labels: { confirm: large.confirm, cancel: 'Cancel' },
      onConfirm: onPress,
    })
  }
  return (
    <>
      <div className={classes.bar}>
        {summary}
        <Group gap="sm" align="end">
          {fields}
          {conflict !== null && <QuietButton onClick={again.onPress}>{again.label}</QuietButton>}
          <Button loading={isPending} disabled={isDisabled} onClick={press}>
            {label}
          </Button>
        </Group>
        <FailureLine text={failure} />
      </div>
      <LongList {...list} />
    </>
  )
}

type ChangeRowProps = { name: ReactNode; id?: string; badge?: ReactNode; children: ReactNode }

/** A product in such a list: its name, what more is said of it, and what it changes from and to. */
export function ChangeRow({ name, id, badge, children }: ChangeRowProps) {
  return (
    <div className={classes.row}>
      <span className={classes.name}>
        {name}
        {id !== undefined && <Hint span>{id}</Hint>}
        {badge}
      </span>
      {children}
    </div>
  )
}

export function FromTo({ before, after, children }: { before: ReactNode; after: ReactNode; children?: ReactNode }) {
  return (
    <span className={classes.values}>
      <span>
        {before} → <b>{after}</b>
      </span>
      {children}
    </span>
  )
}

export function Problem({ text }: { text: string }) {
  return (
    <span className={classes.values}>
      <span className={classes.problem}>{text}</span>
    </span>
  )
}
