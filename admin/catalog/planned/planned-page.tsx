import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryClient } from '../../app/query-client.ts'
import { BackLink, Page, Section } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { plannedQuery } from './planned.queries.ts'
import { PlannedRow, ZoneHint } from './planned-row.tsx'

export { PlannedPage as Component }

export const loader = () => void queryClient.prefetchQuery(plannedQuery)

function PlannedPage() {
  return (
    <Page title="Scheduled changes">
      <BackLink to="/products">All products</BackLink>
      <Loaded query={useQuery(plannedQuery)} label="Loading scheduled changes">
        {({ planned, zone }) => (
          <Stack gap="md">
            <ZoneHint zone={zone} />
            {planned.length === 0 && <EmptyState text="Nothing is scheduled. Schedule a change on a product’s page." />}
            {planned.map((change) => (
              <Section key={change.planned_id} title={change.product_name ?? `Product ${change.product_id}`}>
                <PlannedRow planned={change}>
                  {change.product_name !== null && <Link to={`/products/${change.product_id}`}>See the product</Link>}
                </PlannedRow>
              </Section>
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
