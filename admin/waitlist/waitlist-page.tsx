import { Stack, Table, Text, TextInput } from '@mantine/core'
import { formatCount } from '@shop/contract/text/plural'
import { adminWaitlist, type WaitingCount } from '@shop/contract/waitlist/admin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../app/call.ts'
import { queryClient } from '../app/query-client.ts'
import { sessionQuery } from '../app/session.ts'
import { CallForm } from '../session/call-form.tsx'
import { BackLink, Page, Section } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { Count, CountTable } from '../visits/counts.tsx'
import { waitlistQuery } from './waitlist.queries.ts'

export { WaitlistPage as Component }

export const loader = () => void queryClient.prefetchQuery(waitlistQuery)

/** How many want to be told what; no one is named. */
function WaitlistPage() {
  const { data: admin } = useQuery(sessionQuery)
  return (
    <Page title="Waitlist">
      <BackLink to="/products">All products</BackLink>
      <Stack gap="md">
        <Loaded query={useQuery(waitlistQuery)} label="Loading the waitlist">
          {(counts) => <Counts counts={counts} />}
        </Loaded>
        {admin?.role === 'owner' && <ForgetSection />}
      </Stack>
    </Page>
  )
}

function Counts({ counts }: { counts: readonly WaitingCount[] }) {
  if (counts.length === 0) return <EmptyState text="The waitlist is empty." />
  return (
    <Section title="Tell me when">
      <Text mb="sm">
        Each person gets one email once it’s in stock or orders open. We send 50 every five minutes. Then we delete the
        address, after a year at most.
      </Text>
      <CountTable labels={['Waiting for', 'People']}>
        {counts.map(({ product_id, product_name, waiting }) => (
          <Table.Tr key={product_id}>
            <Table.Td>
              {product_id === '' && 'Online orders to open'}
              {product_name !== null && <Link to={`/products/${product_id}`}>{product_name}</Link>}
              {product_id !== '' && product_name === null && `${product_id} (no longer here)`}
            </Table.Td>
            <Count value={waiting} />
          </Table.Tr>
        ))}
      </CountTable>
    </Section>
  )
}

/** For someone who asks for it and no longer has our mail: each has a button that does the same. */
function ForgetSection() {
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  return (
    <Section title="Delete someone’s address">
      <CallForm
        inSection
        initialValues={{ email: '' }}
        send={(body) => {
          setSaid('')
          return call(adminWaitlist.forgetWaiting, { body })
        }}
        onDone={({ deleted }, reset) => {
          reset()
          setSaid(
            deleted === 0 ? 'This address isn’t on the waitlist.' : `Deleted from ${formatCount(deleted, 'waitlist')}.`,
          )
          return client.invalidateQueries({ queryKey: waitlistQuery.queryKey })
        }}
        action="Delete this address"
        intro={<Text>This removes the address from every waitlist. You can’t undo this.</Text>}
        links={<Text role="status">{said}</Text>}
      >
        {(field) => <TextInput {...field('email')} label="Email" type="email" autoComplete="off" maw="24rem" />}
      </CallForm>
    </Section>
  )
}
