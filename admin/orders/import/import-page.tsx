import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { adminOrderImports, IMPORT_STATUSES, ORDER_NUMBER_RULE } from '@shop/contract/orders/import'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AdminCallError, call } from '../../app/call.ts'
import { useChange } from '../../app/changes/use-change.ts'
import { useDraft } from '../../app/use-draft.ts'
import { typed } from '../../ui/form.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { FailureLine, messageOf } from '../../ui/states.tsx'
import { ORDERS_KEY } from '../orders.queries.ts'
import { ColumnsSection } from './import-columns.tsx'
import { ImportOrders } from './import-orders.tsx'
import { SheetField } from './sheet-field.tsx'

export { ImportPage as Component }

type StatusOfAll = (typeof IMPORT_STATUSES)[number] | null

const STATUS_OPTIONS = [
  { value: 'delivered', label: 'They were delivered' },
  { value: 'shipped', label: 'They are on their way' },
  { value: 'processing', label: 'They haven’t shipped yet' },
  { value: '', label: 'As the spreadsheet says' },
]

/** Imports orders from a spreadsheet: its cells, then which column is what, then what will be made of it. */
function ImportPage() {
  const navigate = useNavigate()
  const { text, setText, draft } = useDraft('orders-import')
  const preview = useMutation({
    mutationFn: (request: Parameters<typeof call<typeof adminOrderImports.previewOrdersImport>>[1]) =>
      call(adminOrderImports.previewOrdersImport, request),
    networkMode: 'always',
    retry: false,
  })
  const { change, isPending, error, reset } = useChange(adminOrderImports.importOrders, {
    done: 'The orders are imported',
    refreshes: [ORDERS_KEY],
    draft,
    onDone: () => navigate('/orders?filter=all'),
    showsError: true,
  })
  const failure = error ?? preview.error
  const [status, setStatus] = useState<StatusOfAll>('delivered')
  // A change of the columns is shown with what was there, until the shop has answered.
  const [shown, setShown] = useState(preview.data)
  if (preview.data !== undefined && preview.data !== shown) setShown(preview.data)
  const look = (columns: NonNullable<typeof shown>['columns'] | null) => {
    reset()
    preview.mutate({ body: { text, columns, status } })
  }
  return (
    <Page title="Import orders">
      <Stack gap="md">
        <FailureLine text={failure === null || textErrorOf(failure) !== undefined ? null : messageOf(failure)} />
        {shown === undefined ? (
          <SheetSection
            text={text}
            status={status}
            onStatus={setStatus}
            error={textErrorOf(failure)}
            isPending={preview.isPending}
            onText={setText}
            onContinue={() => look(null)}
          />
        ) : (
          <>
            <ColumnsSection preview={shown} onChange={look} />
            <ImportOrders
              preview={shown}
              isPending={isPending || preview.isPending}
              onImport={(right_zips) => change({ body: { text, columns: shown.columns, status, right_zips } })}
              onBack={() => {
                preview.reset()
                reset()
                setShown(undefined)
              }}
            />
          </>
        )}
      </Stack>
    </Page>
  )
}

function textErrorOf(error: Error | null): string | undefined {
  return error instanceof AdminCallError ? error.fields.text : undefined
}

type SheetSectionProps = {
  text: string
  status: StatusOfAll
  onStatus: (status: StatusOfAll) => void
  error: string | undefined
  isPending: boolean
  onText: (text: string) => void
  onContinue: () => void
}

function SheetSection({ text, status, onStatus, error, isPending, onText, onContinue }: SheetSectionProps) {
  return (
    <Section title="The spreadsheet">
      <Stack>
        <Text>
          Use one row for each product in an order, and column names in the first row. Exports from Shopify and
          WooCommerce work as they are. Stock doesn’t change, and no one gets an email. All orders count as paid online.
          To change that, add a column “channel” with online, phone, fair or wholesale.
        </Text>
        <Text>
          Order numbers are {ORDER_NUMBER_RULE}. If yours have letters, such as A-1001, renumber them in the spreadsheet
          first.
        </Text>
        <NativeSelect
          label="What is the status of these orders?"
          description="Cancelled and refunded orders stay cancelled and refunded"
          data={STATUS_OPTIONS}
          {...typed(status ?? '', (text) => onStatus(IMPORT_STATUSES.find((one) => one === text) ?? null))}
        />
        <SheetField text={text} error={error} onText={onText} />
        <Group>
          <Button loading={isPending} onClick={onContinue}>
            Continue
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
