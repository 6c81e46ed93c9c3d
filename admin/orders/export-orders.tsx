import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { exportOrdersEndpoint } from '@shop/contract/admin/orders'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { saveFile } from '../ui/save-file.ts'
import { today } from '../ui/today.ts'
import { usePlainCall } from '../ui/use-plain-call.ts'

/** The orders of a period as a file, for a spreadsheet or for who does the taxes. */
export function ExportOrders() {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        Export
      </Button>
      {isOpen && <ExportDialog onClose={close} />}
    </>
  )
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState(`${today().slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const { press, isPending, pressed, failure } = usePlainCall(
    (sheet: 'orders' | 'tax') =>
      call(exportOrdersEndpoint, { query: { from, to, sheet } }).then(({ csv }) => ({ csv, sheet })),
    ({ csv, sheet }) => saveFile(`${sheet}-${from}-${to}.csv`, 'text/csv', csv),
  )
  const isReady = from !== '' && to !== '' && from <= to
  const button = (sheet: 'orders' | 'tax', label: string) => (
    <Button
      variant="default"
      leftSection={<Download aria-hidden size={18} />}
      disabled={!isReady}
      loading={isPending && pressed === sheet}
      onClick={() => press(sheet)}
    >
      {label}
    </Button>
  )
  return (
    <Dialog onClose={onClose} title="Export orders">
      <Stack>
        <Text>For a spreadsheet, or for who does your taxes. Both days count.</Text>
        <FailureLine text={failure} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            type="date"
            label="From"
            data-autofocus
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label="To"
            value={to}
            error={from > to && to !== '' ? 'Before the first day' : undefined}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </SimpleGrid>
        {button('orders', 'Orders, a row each')}
        {button('tax', 'Sales tax by state')}
      </Stack>
    </Dialog>
  )
}
