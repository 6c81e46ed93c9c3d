import {
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { EMAIL_LENGTH, NAME_LENGTH } from '@shop/contract/accounts/fields'
import { US_STATES } from '@shop/contract/address/us-states'
import { formatAdminMoney } from '@shop/contract/money'
import {
  CHANNEL_LABELS,
  NOTE_LENGTH,
  ORDER_PAYMENTS,
  PHONE_LENGTH,
  TAKEN_CHANNELS,
} from '@shop/contract/orders/admin-values'
import { needsName } from '@shop/contract/orders/taken-orders'
import type { ReactNode } from 'react'
import { AddressFields } from '../../address/address-fields.tsx'
import { typed } from '../../ui/form.tsx'
import { Columns, Hint, Section } from '../../ui/page.tsx'
import { PAYMENT_LABELS } from '../payment/payment-form.tsx'
import {
  addItem,
  calculateSums,
  type FieldsProps,
  type OrderTerms,
  startOf,
  stateOf,
  type TakenDraft,
} from './taken-draft.ts'
import { type NewItem, TakenItems } from './taken-items.tsx'

type TakenFieldsProps = FieldsProps & {
  terms: OrderTerms | undefined
  /** Where products are found. */
  search: (error: string | undefined, onAdd: (product: NewItem) => void) => ReactNode
  children: ReactNode
}

/** The form of an order: its products, the customer, what else was agreed, and the buttons that send it. */
export function TakenFields({ terms, search, children, ...props }: TakenFieldsProps) {
  const { draft, errors, onChange } = props
  const sums = calculateSums(draft, terms)
  return (
    <Columns
      left={
        <Section title="Products">
          <Stack>
            {draft.channel === 'wholesale' && draft.items.some(({ wholesale_price }) => wholesale_price === null) && (
              <Hint>
                A product without a wholesale price starts with the shop’s price. Find wholesale prices on the line
                sheet.
              </Hint>
            )}
            <TakenItems draft={draft} errors={errors} onChange={(items) => onChange({ ...draft, items })} />
            {search(errors.items, (product) => onChange({ ...draft, items: addItem(draft.items, product) }))}
          </Stack>
        </Section>
      }
      right={
        <>
          <CustomerSection {...props} />
          <AgreedSection {...props} terms={terms} sums={sums} />
          <Group justify="space-between">
            <Text fw={600}>Total</Text>
            <Text fw={600} fz="lg">
              {sums === null ? 'Please check the amounts' : formatAdminMoney(sums.total)}
            </Text>
          </Group>
          {children}
        </>
      }
    />
  )
}

function CustomerSection(props: FieldsProps) {
  const field = fieldOf(props)
  const optional = needsName(props.draft) ? '' : ' (optional)'
  return (
    <Section title="Customer">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={`First name${optional}`}
            autoComplete="off"
            maxLength={NAME_LENGTH}
            {...field('first_name')}
          />
          <TextInput
            label={`Last name${optional}`}
            autoComplete="off"
            maxLength={NAME_LENGTH}
            {...field('last_name')}
          />
        </SimpleGrid>
        <TextInput
          label="Phone (optional)"
          type="tel"
          autoComplete="off"
          maxLength={PHONE_LENGTH}
          {...field('phone')}
        />
        <TextInput
          label="Email (optional)"
          description="Without one, the customer gets no email and can’t look up the order"
          type="email"
          autoComplete="off"
          maxLength={EMAIL_LENGTH}
          {...field('email')}
        />
      </Stack>
    </Section>
  )
}

type AgreedProps = FieldsProps & { terms: OrderTerms | undefined; sums: ReturnType<typeof calculateSums> }

/** Where the order was taken, how it is delivered and paid, and the tax. */
function AgreedSection({ terms, sums, ...props }: AgreedProps) {
  const { draft, errors, onChange } = props
  const field = fieldOf(props)
  const isUntaxed = terms?.taxes.find(({ state }) => state === stateOf(draft))?.collected === false
  return (
    <Section title="Order details">
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label="Where the order was taken"
          data={TAKEN_CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] }))}
          value={draft.channel}
          onChange={(channel) => onChange({ ...draft, ...startOf(channel) })}
        />
        <Checkbox
          label="The customer already has it; nothing to ship"
          checked={draft.handed_over}
          onChange={(event) => onChange({ ...draft, handed_over: event.currentTarget.checked })}
        />
        {!draft.handed_over && <DeliveryFields {...props} terms={terms} sums={sums} />}
        <CodeField {...props} terms={terms} sums={sums} />
        <SimpleGrid cols={2}>
          <NativeSelect
            label="State for the sales tax"
            {...field('state')}
            value={stateOf(draft)}
            data={[
              { value: '', label: 'None' },
              ...Object.entries(US_STATES).map(([value, label]) => ({ value, label })),
            ]}
          />
          <TextInput
            label="Sales tax"
            description={isUntaxed ? 'Not collected in that state' : emptyHint(sums?.usual.tax)}
            inputMode="decimal"
            {...field('tax', 'tax_cents')}
          />
        </SimpleGrid>
        <NativeSelect
          label="Payment"
          value={draft.payment}
          error={errors.payment}
          data={ORDER_PAYMENTS.map((value) => ({ value, label: PAYMENT_LABELS[value] }))}
          onChange={({ currentTarget }) =>
            onChange({ ...draft, payment: ORDER_PAYMENTS.find((one) => one === currentTarget.value) ?? 'unpaid' })
          }
        />
        <Textarea label="Note (only you and your helpers see it)" maxLength={NOTE_LENGTH} {...field('note')} />
      </Stack>
    </Section>
  )
}

/** The codes that are on today; used-up ones cannot be chosen; nothing in a shop that has none. */
function CodeField({ terms, sums, ...props }: AgreedProps) {
  const { draft } = props
  const codes = terms?.discounts.map(({ code }) => code) ?? []
  const usedUp = terms?.used_up_codes ?? []
  const isKnown = draft.code === '' || [...codes, ...usedUp].includes(draft.code)
  const choices = [
    ...(isKnown ? codes : [...codes, draft.code]),
    ...usedUp.map((code) => ({ value: code, label: `${code} (used up)`, disabled: true })),
  ]
  if (choices.length === 0) return null
  const takesOff =
    draft.code === '' || sums === null ? '' : `Takes ${formatAdminMoney(sums.codeDiscount)} off the items`
  return (
    <NativeSelect
      label="Discount code"
      description={takesOff}
      data={[{ value: '', label: 'None' }, ...choices]}
      {...fieldOf(props)('code', 'discount_code')}
    />
  )
}

function DeliveryFields({ terms, sums, ...props }: AgreedProps) {
  const field = fieldOf(props)
  const options = terms?.delivery_options ?? []
  return (
    <>
      <Fieldset legend="Delivery address (optional)">
        <Stack>
          <AddressFields
            address={props.draft.address}
            errors={props.errors}
            onChange={(address) => props.onChange({ ...props.draft, address })}
          />
        </Stack>
      </Fieldset>
      <NativeSelect
        label="Delivery option"
        data={[{ value: '', label: 'None' }, ...options.map(({ id, text }) => ({ value: id, label: text }))]}
        {...field('option', 'delivery_type_id')}
      />
      <TextInput
        label="Delivery"
        description={emptyHint(sums?.usual.delivery)}
        inputMode="decimal"
        {...field('delivery', 'delivery_cents')}
      />
    </>
  )
}

type TextName = Exclude<keyof TakenDraft, 'channel' | 'items' | 'payment' | 'handed_over' | 'address'>

/** Props of a text input; `error` is the field as the shop names it. */
const fieldOf =
  ({ draft, errors, onChange }: FieldsProps) =>
  (name: TextName, error: string = name) => ({
    error: errors[error],
    ...typed(draft[name], (text) => onChange({ ...draft, [name]: text })),
  })

/** The amount charged where none is typed. */
function emptyHint(cents: number | undefined): string {
  return cents === undefined ? 'In dollars' : `Leave empty for ${formatAdminMoney(cents)}`
}
