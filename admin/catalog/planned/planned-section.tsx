import { Stack, Text } from '@mantine/core'
import type { AdminProduct } from '@shop/contract/catalog/admin'
import { useQuery } from '@tanstack/react-query'
import { DialogButton } from '../../ui/dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { formatLocalTime } from '../../ui/time.ts'
import { plannedQuery } from './planned.queries.ts'
import { PlannedDialog } from './planned-dialog.tsx'
import { PlannedRow, ZoneHint } from './planned-row.tsx'

export function PlannedSection({ product }: { product: AdminProduct }) {
  return (
    <Section title="Scheduled changes">
      <Loaded query={useQuery(plannedQuery)} label="Loading scheduled changes">
        {({ planned, zone }) => {
          const own = planned.filter(({ product_id }) => product_id === product.product_id)
          return (
            <Stack gap="lg">
              {own.length === 0 && <Text>You can schedule changes to the price, sale price, texts and status.</Text>}
              {own.length > 0 && <ZoneHint zone={zone} />}
              {own.map((change) => (
                <PlannedRow key={change.planned_id} planned={change}>
                  <DialogButton label="Change" subject={formatLocalTime(change.local)}>
                    {(close) => <PlannedDialog product={product} planned={change} zone={zone} onClose={close} />}
                  </DialogButton>
                </PlannedRow>
              ))}
              <div>
                <DialogButton label="Schedule a change">
                  {(close) => <PlannedDialog product={product} planned={null} zone={zone} onClose={close} />}
                </DialogButton>
              </div>
            </Stack>
          )
        }}
      </Loaded>
    </Section>
  )
}
