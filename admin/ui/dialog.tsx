import { Button, type ButtonProps, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './dialog.module.css'
import { Form } from './form.tsx'
import { QuietButton } from './page.tsx'
import { FailureLine } from './states.tsx'

/**
 * A dialog that exists only while it is open. A tap beside it does not close it, since what was typed would be lost. Mantine
 * returns the focus for dialogs that stay in the page; here it goes back to what opened the dialog, or to the page's heading
 * where that is gone.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn()
  return <Modal opened closeOnClickOutside={false} {...props} />
}

/** When the component is gone, the focus is where it was before, or on the heading of the page. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => focusAfterwards(opener), [opener])
}

type DialogButtonProps = Pick<ButtonProps, 'variant' | 'disabled'> & {
  label: string
  /** The subject, for screen readers, where a page has several of the same buttons. */
  subject?: string
  /** The dialog, made anew each time it is opened. */
  children: (close: () => void) => ReactNode
}

export function DialogButton({ label, subject, variant = 'default', disabled = false, children }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        variant={variant}
        disabled={disabled}
        onClick={open}
        {...(subject === undefined ? {} : { 'aria-label': `${label}: ${subject}` })}
      >
        {label}
      </Button>
      {isOpen && children(close)}
    </>
  )
}

type DialogFormProps = {
  /** Label of the button that sends it. */
  confirm: string
  /** `brick` for what has no undo. */
  color?: 'brick'
  isPending: boolean
  failure: string | null
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The form of a dialog: why it was refused, its fields, the way back and the button that sends it. */
export function DialogForm({ confirm, color, isPending, failure, onSubmit, onClose, children }: DialogFormProps) {
  return (
    <Form onSubmit={() => isPending || onSubmit()}>
      <Stack>
        <FailureLine text={failure} />
        {children}
        <DialogActions>
          <QuietButton onClick={onClose}>Cancel</QuietButton>
          <Button type="submit" loading={isPending} {...(color && { color })}>
            {confirm}
          </Button>
        </DialogActions>
      </Stack>
    </Form>
  )
}

/** The buttons of a dialog, at its bottom. They stay in sight while what stands above them is scrolled. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <Group justify="end" gap="sm" className={classes.actions ?? ''}>
      {children}
    </Group>
  )
}

function focusAfterwards(opener: Element | null): void {
  // Something else has been focused in the meantime, as by a navigation.
  if (document.activeElement !== document.body) return
  const target = opener === document.body || opener?.isConnected !== true ? document.querySelector('h1') : opener
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

type Question = Parameters<typeof modals.openConfirmModal>[0] & { onConfirm: () => void }

/**
 * A dialog before something is done: it opens once and is confirmed once, however often a key is pressed while it opens or
 * closes.
 */
export function confirmOnce({ onConfirm, ...question }: Question): void {
  let isDone = false
  modals.openConfirmModal({
    // A dialog that is open is not opened again.
    modalId: 'question',
    ...question,
    onConfirm: () => {
      if (isDone) return
      isDone = true
      onConfirm()
    },
  })
}

/** Someone else's version of something, and what was typed here. */
export type Difference = { label: string; theirs: string; mine: string }

type TwoVersionsDialogProps = {
  /** Who changed it, in a sentence. */
  said?: string
  differences: readonly Difference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Two people have edited the same: what the other one changed stands beside what was typed here. */
export function TwoVersionsDialog({ said, differences, onKeepMine, onTakeTheirs }: TwoVersionsDialogProps) {
  return (
    <Dialog
      onClose={onTakeTheirs}
      title="Someone else changed this"
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
    >
      {said !== undefined && <Text mb="sm">{said}</Text>}
      <Text mb="sm">Your changes aren’t saved yet. Replace theirs with yours, or discard yours.</Text>
      <ComparisonTable
        columns={['In the shop now', 'Yours']}
        rows={differences.map(({ label, theirs, mine }) => ({ label, first: theirs, second: mine }))}
      />
      <DialogActions>
        <QuietButton onClick={onTakeTheirs}>Discard mine</QuietButton>
        <Button onClick={onKeepMine}>Save mine</Button>
      </DialogActions>
    </Dialog>
  )
}

type ComparisonTableProps = {
  columns: readonly [string, string]
  rows: readonly { label: string; first: string; second: string }[]
}

/** Each field's earlier value, or someone else's, beside the new one. */
export function ComparisonTable({ columns: [first, second], rows }: ComparisonTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">{first}</th>
          <th scope="col">{second}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td>{row.first}</td>
            <td>{row.second}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
