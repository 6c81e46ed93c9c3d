import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type AdminProduct, EDITED_COLUMNS, type EditedProduct, PRODUCT_STATUSES } from '@shop/contract/catalog/admin'
import { adminPlannedChanges, PLANNED_FIELDS, type PlannedChange } from '@shop/contract/catalog/planned-changes'
import { useState } from 'react'
import { useChange } from '../../app/changes/use-change.ts'
import { lazyPart } from '../../app/code.tsx'
import { confirmOnce, Dialog, DialogForm } from '../../ui/dialog.tsx'
import { focusFirstError, linesHigh, typed } from '../../ui/form.tsx'
import { Hint } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { formatLocalTime } from '../../ui/time.ts'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import {
  describePriceChange,
  findErrors,
  hasLargePriceChange,
  labelOf,
  type ProductValues,
  parseStatus,
  STATUS_LABELS,
} from '../product-values.ts'
import { plannedValues, toPlanned } from './planned.queries.ts'
import { ZoneHint } from './planned-row.tsx'

const DescriptionEditor = lazyPart({
  name: 'description-editor',
  load: async () => (await import('../product/description-editor.tsx')).DescriptionEditor,
  fallback: <Loading label="Loading the editor" />,
})

type PlannedDialogProps = {
  product: AdminProduct
  /** `null` for a new one. */
  planned: PlannedChange | null
  zone: string
  onClose: () => void
}

/** Asks when a product changes, and how; only what is changed here is set then. */
export function PlannedDialog({ product, planned, zone, onClose }: PlannedDialogProps) {
  const [base] = useState(product)
  const [local, setLocal] = useState(planned?.local ?? '')
  const [values, setValues] = useState(() => plannedValues(base, planned?.changes ?? {}))
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({})
  const set = (change: Partial<ProductValues>) => setValues((before) => ({ ...before, ...change }))
  const sending = usePlanning({ product: base, planned, onClose })
  const errors: Readonly<Record<string, string>> = { ...withoutPrefix(sending.errors), ...shown }

  function submit(): void {
    const changes = toPlanned(values, base, planned?.changes ?? {})
    const found = findProblems(values, local, changes)
    setShown(found)
    if (Object.keys(found).length > 0) focusFirstError()
    else sending.send(local, changes)
  }

  return (
    <Dialog onClose={onClose} title={planned === null ? 'Schedule a change' : 'Edit the scheduled change'} size="lg">
      <DialogForm
        confirm="Schedule"
        isPending={sending.isPending}
        failure={shown.changes ?? unplaced(errors, sending.failure)}
        onSubmit={submit}
        onClose={onClose}
      >
        <Hint>Only what you change here is updated at that time. Nothing else changes.</Hint>
        <TextInput
          type="datetime-local"
          label="When"
          required
          data-autofocus
          error={errors.local}
          {...typed(local, setLocal)}
        />
        <ZoneHint zone={zone} />
        {(['price_cents', 'sale_price_cents'] as const).map((name) => (
          <TextInput
            key={name}
            label={labelOf(name)}
            leftSection="$"
            inputMode="decimal"
            error={errors[name]}
            {...typed(values[name], (text) => set({ [name]: text }))}
          />
        ))}
        <Hint>A scheduled sale runs until you end it, or until a second scheduled change removes the sale price.</Hint>
        <NativeSelect
          label={labelOf('status')}
          data={PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
          error={errors.status}
          {...typed(values.status, (text) => set({ status: parseStatus(text) ?? values.status }))}
        />
        <TextInput
          label={labelOf('product_name')}
          maxLength={EDITED_COLUMNS.product_name.max}
          error={errors.product_name}
          {...typed(values.product_name, (text) => set({ product_name: text }))}
        />
        <Textarea
          label={labelOf('short_description')}
          maxLength={EDITED_COLUMNS.short_description.max}
          styles={{ input: linesHigh(2) }}
          error={errors.short_description}
          {...typed(values.short_description, (text) => set({ short_description: text }))}
        />
        <DescriptionEditor
          label={labelOf('description')}
          html={values.description}
          error={errors.description}
          onChange={(html) => set({ description: html })}
        />
      </DialogForm>
    </Dialog>
  )
}

/** Sends it, after a question where a price changes by more than half. */
function usePlanning({ product, planned, onClose }: Omit<PlannedDialogProps, 'zone'>) {
  const options = {
    refreshes: [PRODUCTS_KEY, ['today']],
    showsError: true,
    onDone: ({ note }: { note: string | null }) => {
      if (note !== null) notifications.show({ message: note, autoClose: false })
      onClose()
    },
  }
  const done = ({ body }: { body: { local: string } }) => `Scheduled for ${formatLocalTime(body.local)}`
  const make = useChange(adminPlannedChanges.planChange, { ...options, done })
  const edit = useChange(adminPlannedChanges.editPlannedChange, { ...options, done })
  const { isPending, failure, errors } = planned === null ? make : edit

  function send(local: string, changes: Partial<EditedProduct>): void {
    const isLarge = hasLargePriceChange(changes, product)
    const body = { local, changes, large_price_change: isLarge }
    const go = () => {
      if (planned === null) {
        make.change({ params: { product_id: product.product_id }, body: { ...body, version: product.version } })
      } else edit.change({ params: { planned_id: planned.planned_id }, body: { ...body, version: planned.version } })
    }
    if (!isLarge) {
      go()
      return
    }
    confirmOnce({
      title: 'A large change',
      children: `${describePriceChange(changes, product)} That is a change of more than half. Is that right?`,
      labels: { confirm: 'Schedule', cancel: 'Cancel' },
      onConfirm: go,
    })
  }
  return { send, isPending, failure, errors }
}

/** Errors in the planned fields, by name; `changes` when there are none. */
function findProblems(values: ProductValues, local: string, changes: Partial<EditedProduct>): Record<string, string> {
  const found = Object.entries(findErrors(values)).filter(([name]) => name in changes)
  return {
    ...(local === '' ? { local: 'Please choose a day and a time' } : {}),
    ...Object.fromEntries(found),
    ...(Object.keys(changes).length === 0
      ? { changes: 'Nothing has changed yet. Please change something first.' }
      : {}),
  }
}

function withoutPrefix(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [name.replace(/^changes\./, ''), text]))
}

const FORM_FIELDS: readonly string[] = ['local', ...PLANNED_FIELDS]

/** The reason for a refusal, above the form unless it stands beside a field. */
function unplaced(errors: Readonly<Record<string, string>>, failure: string | null): string | null {
  const others = Object.entries(errors).filter(([name]) => !FORM_FIELDS.includes(name))
  if (others.length > 0)
    return `This doesn’t work for the product right now: ${others.map(([name, text]) => `${name} ${text}`).join('; ')}.`
  return Object.keys(errors).length > 0 ? null : failure
}
