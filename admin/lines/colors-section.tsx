import { Button, Checkbox, ColorInput, Group, Select, Text, TextInput } from '@mantine/core'
import { PRODUCT_FIELDS } from '@shop/contract/catalog/calls'
import { type AdminColor, adminColors } from '@shop/contract/catalog/colors'
import { formatCount } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../app/changes/use-change.ts'
import { colorsQuery, PRODUCTS_KEY } from '../catalog/catalog.queries.ts'
import { OrderBar } from '../catalog/list/order-bar.tsx'
import { Dialog, DialogButton, DialogForm } from '../ui/dialog.tsx'
import { typed } from '../ui/form.tsx'
import { SortableList } from '../ui/list/sortable-list.tsx'
import { Hint, Section } from '../ui/page.tsx'
import { FailureLine, failureAbove, Loaded } from '../ui/states.tsx'
import classes from './lines.module.css'
import { useListOrder } from './use-list-order.ts'

/** The colors of products in the order in which they are offered. */
export function ColorsSection() {
  return (
    <Section title="Colors">
      <Loaded query={useQuery(colorsQuery)} label="Loading the colors">
        {({ colors, seen }) => <ColorList colors={colors} seen={seen} />}
      </Loaded>
    </Section>
  )
}

function ColorList({ colors, seen }: { colors: readonly AdminColor[]; seen: string }) {
  const order = useListOrder(colors, ({ color }) => color, seen)
  const save = useChange(adminColors.orderColors, {
    done: 'Color order saved',
    refreshes: [PRODUCTS_KEY],
    onDone: order.markSaved,
    showsError: true,
  })
  const { unsaved } = order
  return (
    <>
      <Text mb="sm">
        Shown in this order on a product’s page. Without a dot color, we use the last word of the name, such as blue or
        tan.
      </Text>
      <SortableList
        label="Colors in order"
        rows={order.rows}
        keyOf={({ color }) => color}
        nameOf={({ color }) => color}
        // While the list is only read again, as after a saving that changed nothing, it can be moved.
        onMove={save.isPending && unsaved !== null ? () => {} : order.move}
      >
        {(color) => <ColorRow color={color} others={colors.filter((other) => other !== color)} seen={seen} />}
      </SortableList>
      <Group mt="md">
        <DialogButton label="New color">
          {(close) => <ColorForm color={null} seen={seen} others={[]} onClose={close} />}
        </DialogButton>
      </Group>
      {unsaved !== null && (
        <OrderBar
          hint="Not saved yet."
          isSame={order.isSame}
          save={save}
          onDiscard={order.discard}
          onSave={() => save.change({ body: { colors: [...unsaved.names], seen: unsaved.seen } })}
        />
      )}
    </>
  )
}

type RowProps = { color: AdminColor; others: readonly AdminColor[]; seen: string }

function ColorRow({ color, others, seen }: RowProps) {
  const { color: name, value, products } = color
  return (
    <Group gap="sm" py="xs" className={classes.color ?? ''}>
      {value !== null && <span aria-hidden className={classes.dot} style={{ background: value }} />}
      <div className={classes.colorName}>
        <Text fw={600}>{name}</Text>
        <Hint>{formatCount(products, 'product')}</Hint>
      </div>
      <DialogButton label="Edit" subject={name}>
        {(close) => <ColorForm color={color} seen={seen} others={others} onClose={close} />}
      </DialogButton>
    </Group>
  )
}

type FormProps = { color: AdminColor | null; others: readonly AdminColor[]; seen: string; onClose: () => void }

/** Name and value of a color, and for one that is there the way to remove it. */
function ColorForm({ color, others, seen, onClose }: FormProps) {
  const [base] = useState({ color, seen })
  const [name, setName] = useState(base.color?.color ?? '')
  const [value, setValue] = useState(base.color?.value ?? '')
  const [inNames, setInNames] = useState(true)
  const { change, isPending, failure, errors } = useChange(adminColors.saveColor, {
    done: ({ body }) => `${body.color.color.trim()} is saved`,
    refreshes: [PRODUCTS_KEY],
    onDone: onClose,
    showsError: true,
  })
  const was = base.color?.color ?? null
  const isRenamed = was !== null && name.trim() !== was
  const wanted = { color: name, value: value === '' ? null : value }
  return (
    <Dialog onClose={onClose} title={was ?? 'New color'}>
      <DialogForm
        confirm={was === null ? 'Add the color' : 'Save'}
        isPending={isPending}
        failure={failureAbove(failure, errors, ['color.color', 'color.value'])}
        onSubmit={() => change({ body: { was, color: wanted, in_names: isRenamed && inNames, seen: base.seen } })}
        onClose={onClose}
      >
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={PRODUCT_FIELDS.color.max}
          {...typed(name, setName)}
          error={errors['color.color']}
        />
        {isRenamed && (
          <Checkbox
            label={`Also change "${was}" in the names of its products`}
            checked={inNames}
            onChange={({ currentTarget }) => setInNames(currentTarget.checked)}
          />
        )}
        <ColorInput
          label="Dot color"
          description="A # and six digits. Leave empty to use the color’s name."
          value={value}
          onChange={setValue}
          format="hex"
          fixOnBlur={false}
          withEyeDropper={false}
          error={errors['color.value']}
        />
      </DialogForm>
      {base.color !== null && <RemoveColor color={base.color} others={others} seen={base.seen} onClose={onClose} />}
    </Dialog>
  )
}

/** Removes a color; its products get another one in the same step. */
function RemoveColor({ color: { color, products }, others, seen, onClose }: RowProps & { onClose: () => void }) {
  const [to, setTo] = useState<string | null>(null)
  const { change, isPending, failure } = useChange(adminColors.removeColor, {
    done: `${color} is removed`,
    refreshes: [PRODUCTS_KEY],
    onDone: onClose,
    showsError: true,
  })
  return (
    <div className={classes.remove}>
      <Group align="end" gap="sm">
        {products > 0 && (
          <Select
            label="Replace it with"
            data={others.map((other) => other.color)}
            value={to}
            clearable
            onChange={setTo}
          />
        )}
        <Button variant="default" loading={isPending} onClick={() => change({ body: { color, to, seen } })}>
          Remove this color
        </Button>
      </Group>
      <FailureLine text={failure} />
    </div>
  )
}
