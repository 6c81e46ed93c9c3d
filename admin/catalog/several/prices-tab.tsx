import { Badge, Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminSeveralProducts, MAX_PERCENT, type PriceChange } from '@shop/contract/catalog/several-products'
import { formatAdminMoney } from '@shop/contract/money'
import { formatCount } from '@shop/contract/text/plural'
import { call } from '../../app/call.ts'
import { useChange } from '../../app/changes/use-change.ts'
import { focusFirstError, usePlainCall } from '../../ui/form.tsx'
import { Hint, Section } from '../../ui/page.tsx'
import { EmptyState, FailureLine } from '../../ui/states.tsx'
import { PRODUCTS_KEY, useLines } from '../catalog.queries.ts'
import { ChangeList, ChangeRow, FromTo } from './change-list.tsx'

type Wanted = { percent: number; line: string | null }
type Values = { direction: Direction; text: string; line: string | null }

/** Prices by percent: old and new for each product first, and then all of them as one change. */
export function PricesTab() {
  const lines = useLines()
  const { press, isPending, failure, result, clear } = usePlainCall(async ({ percent, line }: Wanted) => {
    const { changes } = await call(adminSeveralProducts.previewPrices, {
      body: { percent, ...(line === null ? {} : { line }) },
    })
    return { percent, changes }
  })
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { direction: 'up', text: '', line: null },
    validate: ({ text, direction }) => {
      const read = parsePercent(text, direction)
      return 'error' in read ? { text: read.error } : {}
    },
    onValuesChange: () => clear(),
  })
  const show = form.onSubmit(({ text, direction, line }) => {
    const read = parsePercent(text, direction)
    if ('percent' in read && !isPending) press({ percent: read.percent, line })
  }, focusFirstError)
  return (
    <>
      <Section title="Change prices by percent">
        <form noValidate onSubmit={show}>
          <Group align="start" gap="sm">
            <SegmentedControl
              aria-label="Direction"
              mt={25}
              data={[
                { value: 'up', label: 'Raise' },
                { value: 'down', label: 'Lower' },
              ]}
              {...form.getInputProps('direction')}
            />
            <TextInput
              label="By percent"
              inputMode="decimal"
              w={130}
              maxLength={8}
              rightSection="%"
              {...form.getInputProps('text')}
            />
            <Select
              label="Apply to"
              placeholder="All products"
              clearable
              data={lines}
              {...form.getInputProps('line')}
            />
            <Button type="submit" variant="default" mt={25} loading={isPending}>
              Show old and new prices
            </Button>
          </Group>
          <FailureLine text={failure} />
        </form>
        <Hint mt="sm">
          Prices are rounded to whole cents, and sale prices change too. You’ll see each price before anything changes.
        </Hint>
      </Section>
      {result !== undefined && (
        <PricesPreview {...result} onDone={() => form.setValues({ text: '' })} onStale={() => show()} />
      )}
    </>
  )
}

type PreviewProps = { percent: number; changes: readonly PriceChange[]; onDone: () => void; onStale: () => void }

/** Old and new price of each product, and the button that makes the change. */
function PricesPreview({ percent, changes, onDone, onStale }: PreviewProps) {
  const sending = useChange(adminSeveralProducts.changePrices, {
    done: `${formatCount(changes.length, 'price')} changed`,
    refreshes: [PRODUCTS_KEY],
    onDone,
    showsError: true,
  })
  if (changes.length === 0) return <EmptyState text="This wouldn’t change any price." />
  const large = changes.filter((row) => row.large).length
  const send = () => {
    const products = changes.map(({ product_id, version }) => ({ product_id, version }))
    sending.change({ body: { percent, products, large_price_changes: large > 0 } })
  }
  return (
    <ChangeList
      summary={
        <Text>
          {formatCount(changes.length, 'product')}, {percent > 0 ? `${percent}% more` : `${-percent}% less`}
        </Text>
      }
      action={{ label: `Change ${formatCount(changes.length, 'price')}`, onPress: send }}
      large={{ prices: large, confirm: 'Change the prices' }}
      sending={sending}
      again={{ label: 'Show the prices again', onPress: onStale }}
      label="Old and new prices"
      rows={changes}
      keyOf={({ product_id }) => product_id}
      estimatedHeight={64}
    >
      {({ product_id, product_name, before_cents, after_cents, sale_before_cents, sale_after_cents, large }) => (
        <ChangeRow name={product_name} id={product_id} badge={large && <Badge color="amber">More than half</Badge>}>
          <FromTo before={formatAdminMoney(before_cents)} after={formatAdminMoney(after_cents)}>
            {sale_before_cents !== null && (
              <Hint span>
                Sale: {formatAdminMoney(sale_before_cents)} →{' '}
                {sale_after_cents === null ? 'ends' : formatAdminMoney(sale_after_cents)}
              </Hint>
            )}
          </FromTo>
        </ChangeRow>
      )}
    </ChangeList>
  )
}

export type Direction = 'up' | 'down'

/** A percentage as people type it, `5` or `2.5%`, with its sign by the direction; a sentence when it is none. */
export function parsePercent(text: string, direction: Direction): { percent: number } | { error: string } {
  const plain = text.trim().replace(/%$/, '').trimEnd()
  if (!/^\d{1,3}(\.\d)?$/.test(plain) || Number(plain) === 0) {
    return { error: 'Please enter a percentage such as 5 or 2.5' }
  }
  const most = MAX_PERCENT[direction]
  if (Number(plain) > most) return { error: `At most ${most} percent at once` }
  return { percent: direction === 'up' ? Number(plain) : -Number(plain) }
}
