import { Badge, CopyButton, Group, Stack, Text } from '@mantine/core'
import type { ResultOf } from '@shop/contract/http/call'
import { formatAdminMoney } from '@shop/contract/money'
import type { adminDisputes, ListedDispute } from '@shop/contract/payments/disputes'
import { nameAtGateway } from '@shop/contract/payments/payment-key'
import { controlPanelOf } from '@shop/contract/payments/provider-name'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { formatOrderNumber } from '../ui/format.ts'
import { BackLink, Columns, Hint, LoadedPage, Page, QuietButton, Section } from '../ui/page.tsx'
import { formatDay, formatTime } from '../ui/time.ts'
import { describeDispute, kindOf, reasonOf } from './dispute-words.ts'
import classes from './payments.module.css'
import { disputeQuery } from './payments.queries.ts'

export { DisputePage as Component }

export const loader = ({ params }: LoaderFunctionArgs) => void queryClient.prefetchQuery(disputeQuery(params.id ?? ''))

/** A dispute, and what proves its order, to be sent to the gateway. */
function DisputePage() {
  const { id = '' } = useParams()
  return (
    <LoadedPage
      title="Dispute"
      back={<BackLink to="/payments/disputes">All disputes</BackLink>}
      query={useQuery(disputeQuery(id))}
      label="Loading the dispute"
    >
      {(found) => <Found {...found} />}
    </LoadedPage>
  )
}

function Found({ dispute, proof }: ResultOf<typeof adminDisputes.getDispute>) {
  const { order_id, amount_cents } = dispute
  const of = order_id === null ? 'without an order' : `of order ${formatOrderNumber(order_id)}`
  return (
    <Page title={`Dispute ${of}: ${formatAdminMoney(amount_cents)}`}>
      <BackLink to="/payments/disputes">All disputes</BackLink>
      <Columns left={<FactsSection dispute={dispute} />} right={<ProofSection proof={proof} />} />
    </Page>
  )
}

function FactsSection({ dispute }: { dispute: ListedDispute }) {
  const { order_id, amount_cents, reply_by, opened_at, provider, reference, state } = dispute
  const { badge, color, text } = describeDispute(dispute)
  const facts = [
    ['Amount', formatAdminMoney(amount_cents)],
    ['Reason', reasonOf(dispute)],
    ['Type', kindOf(dispute)],
    ['Answer by', reply_by === null ? 'Not given' : formatDay(reply_by)],
    ['Reported on', formatTime(opened_at)],
  ] as const
  return (
    <Section title="Disputed amount">
      <Stack gap="sm">
        <Group gap="sm">
          <Badge color={color}>{badge}</Badge>
          {order_id !== null && <Link to={`/orders/${order_id}`}>Order {formatOrderNumber(order_id)}</Link>}
        </Group>
        <Text>{text}</Text>
        {facts.map(([label, value]) => (
          <Group key={label} justify="space-between" wrap="nowrap" align="start">
            <Text c="dimmed">{label}</Text>
            <Text ta="right">{value}</Text>
          </Group>
        ))}
        {state === 'open' && (
          <Text>
            Answer it in {controlPanelOf(provider)}, under Disputes. Paste the evidence below as text, add the carrier’s
            proof of delivery as a file, and submit. You can’t answer it here.
          </Text>
        )}
        <Hint className="anywhere">The payment’s ID there is {nameAtGateway(reference)}.</Hint>
      </Stack>
    </Section>
  )
}

function ProofSection({ proof }: { proof: string | null }) {
  return (
    <Section title="Evidence">
      {proof === null ? (
        <Text>The shop has no order for this payment, so there is no evidence. See Payments.</Text>
      ) : (
        <>
          <pre className={classes.proof}>{proof}</pre>
          <CopyButton value={proof}>
            {({ copied, copy }) => <QuietButton onClick={copy}>{copied ? 'Copied' : 'Copy as text'}</QuietButton>}
          </CopyButton>
        </>
      )}
    </Section>
  )
}
