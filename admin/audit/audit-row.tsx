import { Button, Text } from '@mantine/core'
import { type AuditEntry, adminAudit } from '@shop/contract/audit/admin'
import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useChange } from '../app/changes/use-change.ts'
import { ComparisonTable, confirmOnce } from '../ui/dialog.tsx'
import { Hint } from '../ui/page.tsx'
import { FailureLine } from '../ui/states.tsx'
import { formatTime } from '../ui/time.ts'
import classes from './audit-row.module.css'
import { fieldChanges, personOf, titleOf } from './describe-change.ts'

/** Rows of a large change that are shown before expanding it. */
const FIRST_FIELDS = 6

/** One change with its time and actor, its values before and after, and Undo. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { id, at, actor, subject, undo } = entry
  const title = titleOf(entry)
  return (
    <article className={classes.row} aria-label={`Change ${id}: ${title}`}>
      <div>
        <Text fw={600}>{title}</Text>
        <Hint>
          <time dateTime={at}>{formatTime(at)}</time>, {personOf(actor)}, change {id}
        </Hint>
        {subject.kind === 'order' && <Link to={`/orders/${subject.id}`}>Open the order</Link>}
      </div>
      <Fields entry={entry} />
      {undo === 'possible' ? <UndoButton entry={entry} title={title} /> : <NoUndo entry={entry} />}
    </article>
  )
}

/** Why a change has no Undo; an undo needs no reason. */
const NO_UNDO = {
  undone: 'Undone.',
  overtaken: 'Too late to undo: something has changed since.',
  owners_only: 'Only an owner can undo this.',
  never: 'This can’t be undone.',
} as const satisfies Record<Exclude<AuditEntry['undo'], 'possible'>, string>

function NoUndo({ entry: { undo, undoes } }: { entry: AuditEntry }) {
  return undo === 'possible' || undoes !== null ? null : <Hint>{NO_UNDO[undo]}</Hint>
}

function Fields({ entry }: { entry: AuditEntry }) {
  const [showsAll, setShowsAll] = useState(false)
  const fields = fieldChanges(entry)
  const shown = showsAll ? fields : fields.slice(0, FIRST_FIELDS)
  if (entry.left_out === null) return <Text fz="sm">This change is too long to show here.</Text>
  if (fields.length === 0) return null
  return (
    <div className={classes.fields}>
      <ComparisonTable
        columns={['Before', 'After']}
        rows={shown.map(({ label, before, after }) => ({ label, first: before, second: after }))}
      />
      {fields.length > shown.length && (
        <Button variant="subtle" onClick={() => setShowsAll(true)}>
          {`Show all ${fields.length} fields`}
        </Button>
      )}
      {fields.length === shown.length && entry.left_out > 0 && (
        <Text fz="sm">And {entry.left_out.toLocaleString('en-US')} more.</Text>
      )}
    </div>
  )
}

/** Whether an undo sends mails to several customers: those of the change have left. */
export function tellsMany({ action, at }: Pick<AuditEntry, 'action' | 'at'>, now: number): boolean {
  return action === 'orders.shipped' && now - Date.parse(at) > MAIL_HOLD_MS
}

/** An undo may affect any query. */
const ALL_QUERIES = [[]]

function UndoButton({ entry, title }: { entry: AuditEntry; title: string }) {
  const { change, isPending, failure } = useChange(adminAudit.undoChange, {
    done: 'Undone',
    refreshes: ALL_QUERIES,
    showsError: true,
  })
  const undo = () => change({ body: { id: entry.id } })
  const ask = () =>
    confirmOnce({
      title: 'Undo these shipments?',
      children: 'We told these customers that their orders shipped. Each of them gets an email saying theirs hasn’t.',
      labels: { confirm: 'Undo shipments', cancel: 'Cancel' },
      onConfirm: undo,
    })
  return (
    <div className={classes.undo}>
      <FailureLine text={failure} />
      <Button
        variant="default"
        leftSection={<Undo2 aria-hidden size={18} />}
        loading={isPending}
        onClick={() => (tellsMany(entry, Date.now()) ? ask() : undo())}
        aria-label={`Undo: ${title}`}
      >
        Undo
      </Button>
    </div>
  )
}
