import { Anchor, Button, Group, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { adminAudit } from '@shop/contract/audit/admin'
import { adminCustomers, type CustomerPage as Customer, orderedItem } from '@shop/contract/customers/admin'
import { formatAdminMoney } from '@shop/contract/money'
import { NOTE_LENGTH } from '@shop/contract/orders/admin-values'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { useChange } from '../app/changes/use-change.ts'
import { LeaveGuard } from '../app/frame/unsaved.tsx'
import { queryClient } from '../app/query-client.ts'
import { sessionQuery } from '../app/session.ts'
import { OrderRow } from '../orders/order-row.tsx'
import { Dialog, DialogButton, DialogForm } from '../ui/dialog.tsx'
import { typed, useSentFields } from '../ui/form.tsx'
import { formatOrderNumber, phoneLink } from '../ui/format.ts'
import { BackLink, Columns, Hint, LoadedPage, Page, QuietButton, Section } from '../ui/page.tsx'
import { dayOf, formatDay, formatTime } from '../ui/time.ts'
import { CUSTOMERS_KEY, customerQuery } from './customers.queries.ts'
import classes from './customers-page.module.css'
import { DataSection } from './data-section.tsx'

export { CustomerPage as Component }

export const loader = ({ request }: LoaderFunctionArgs) =>
  void queryClient.prefetchQuery(customerQuery(new URL(request.url).searchParams.get('email') ?? ''))

const BACK_LINK = <BackLink to="/customers">All customers</BackLink>

function CustomerPage() {
  const [params] = useSearchParams()
  const query = useQuery(customerQuery(params.get('email') ?? ''))
  const { data: admin } = useQuery(sessionQuery)
  return (
    <LoadedPage title="Customer" back={BACK_LINK} query={query} label="Loading the customer">
      {(customer) => (
        <Page title={customer.name === '' ? customer.email : customer.name}>
          {BACK_LINK}
          <Columns
            left={
              <>
                <PersonSection customer={customer} />
                <OrdersSection customer={customer} />
                {customer.refunds.length > 0 && <RefundsSection customer={customer} />}
                {customer.inquiries.length > 0 && <InquiriesSection customer={customer} />}
              </>
            }
            right={
              <>
                <NotesSection customer={customer} />
                {admin?.role === 'owner' && <DataSection customer={customer} />}
              </>
            }
          />
        </Page>
      )}
    </LoadedPage>
  )
}

function PersonSection({ customer }: { customer: Customer }) {
  const { email: main, addresses, phone, accounts, waits_for } = customer
  const unmerge = useChange(adminCustomers.unmergeCustomer, {
    done: 'Unlinked',
    refreshes: [CUSTOMERS_KEY],
  })
  return (
    <Section title="Contact details">
      <Stack gap="sm">
        {addresses.map(({ email, linked_at }) => (
          <Group key={email} justify="space-between" gap="xs">
            <div className="anywhere">
              <Anchor href={`mailto:${encodeURIComponent(email)}`}>{email}</Anchor>
              {linked_at !== null && <Hint>Added {formatTime(linked_at)}</Hint>}
            </div>
            {linked_at !== null && (
              <QuietButton
                aria-label={`Unlink: ${email}`}
                loading={unmerge.isPending && unmerge.request?.body.email === email}
                onClick={() => unmerge.change({ body: { email } })}
              >
                Unlink
              </QuietButton>
            )}
          </Group>
        ))}
        {phone !== null && (
          <Text>
            <Anchor href={phoneLink(phone)}>{phone}</Anchor>
          </Text>
        )}
        {accounts.length === 0 && <Text>No account</Text>}
        {accounts.map(({ email, name, created_at, is_confirmed }) => (
          <Text key={email} className="anywhere">
            Account{addresses.length > 1 && ` of ${email}`}: {name}, since {formatDay(dayOf(created_at))}
            {!is_confirmed && ', address not confirmed'}
          </Text>
        ))}
        {waits_for.map(({ product_id, product_name }) => (
          <Text key={product_id}>
            Waiting for{' '}
            {product_id === '' ? (
              'online orders to open'
            ) : (
              <Link to={`/products/${product_id}`}>{product_name ?? product_id}</Link>
            )}
          </Text>
        ))}
        <Group>
          <DialogButton label="Add another address">
            {(close) => <MergeDialog main={main} onClose={close} />}
          </DialogButton>
        </Group>
      </Stack>
    </Section>
  )
}

function MergeDialog({ main, onClose }: { main: string; onClose: () => void }) {
  const { change, isPending, failure, error } = useChange(adminCustomers.mergeCustomer, {
    done: 'Addresses linked',
    refreshes: [CUSTOMERS_KEY],
    onDone: onClose,
    showsError: true,
  })
  const { fields, change: type } = useSentFields({ other: '' }, error)
  return (
    <Dialog onClose={onClose} title="Another address for this person">
      <DialogForm
        confirm="Add address"
        isPending={isPending}
        failure={failure}
        onClose={onClose}
        onSubmit={() => change({ body: { email: main, other: fields.other } })}
      >
        <Text>
          This shows orders, inquiries and everything else from both addresses on one page. Nothing else changes, and
          you can unlink them again.
        </Text>
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          data-autofocus
          {...typed(fields.other, (other) => type({ other }))}
        />
      </DialogForm>
    </Dialog>
  )
}

function OrdersSection({ customer }: { customer: Customer }) {
  const { orders, newest_orders, ordered_cents, paid_back_cents, addresses } = customer
  const isCut = newest_orders.length < orders
  return (
    <Section title="Orders">
      <Text>
        {orders === 0
          ? 'No orders.'
          : `Ordered: ${formatAdminMoney(ordered_cents)}, not counting cancelled orders. Refunded: ${formatAdminMoney(paid_back_cents)}.`}
      </Text>
      {newest_orders.length > 0 && (
        <ul className={classes.orders}>
          {newest_orders.map((order) => (
            <li key={order.order_id}>
              <OrderRow order={order}>
                <Text>{order.items.map(orderedItem).join(', ')}</Text>
                {addresses.length > 1 && <Hint>{order.email}</Hint>}
              </OrderRow>
            </li>
          ))}
        </ul>
      )}
      {isCut &&
        addresses.map(({ email }) => (
          <Text key={email} mt="sm">
            <Link to={`/orders?${new URLSearchParams({ filter: 'all', q: email })}`}>All orders of {email}</Link>
          </Text>
        ))}
    </Section>
  )
}

function RefundsSection({ customer: { refunds } }: { customer: Customer }) {
  return (
    <Section title="Refunds">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Order</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th ta="end">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {refunds.map(({ refund_id, order_id, amount_cents, refunded_at }) => (
            <Table.Tr key={refund_id}>
              <Table.Td>
                <Link to={`/orders/${order_id}`}>{formatOrderNumber(order_id)}</Link>
              </Table.Td>
              <Table.Td>{formatTime(refunded_at)}</Table.Td>
              <Table.Td ta="end">{formatAdminMoney(amount_cents)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

function InquiriesSection({ customer: { inquiries } }: { customer: Customer }) {
  return (
    <Section title="Inquiries">
      <Stack gap="sm">
        {inquiries.map(({ message_id, reason, message, received_at, answered_at, probable_spam }) => (
          <div key={message_id}>
            <Link to={`/inquiries/${message_id}`}>{reason}</Link>
            <Hint>
              {formatTime(received_at)}
              {probable_spam ? ', in spam' : answered_at === null ? ', not answered yet' : ', answered'}
            </Hint>
            <Text lineClamp={2} className="anywhere">
              {message}
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  )
}

function NotesSection({ customer: { email, notes } }: { customer: Customer }) {
  const undo = useChange(adminAudit.undoChange, { done: 'Undone', refreshes: [CUSTOMERS_KEY], isRepeatable: true })
  const { change, isPending, error } = useChange(adminCustomers.noteOnCustomer, {
    done: 'Note added',
    refreshes: [CUSTOMERS_KEY],
  })
  const { fields, change: type, clear } = useSentFields({ note: '' }, error)
  const send = () => {
    if (change({ body: { email, note: fields.note } })) clear()
  }
  return (
    <Section title="Notes">
      <Stack gap="xs">
        <LeaveGuard isActive={fields.note.trim() !== ''} />
        <Textarea
          label="Note (only you and your helpers see it)"
          maxLength={NOTE_LENGTH}
          {...typed(fields.note, (note) => type({ note }))}
        />
        <Button
          variant="default"
          disabled={fields.note.trim() === ''}
          loading={isPending}
          onClick={send}
          style={{ alignSelf: 'flex-start' }}
        >
          Add note
        </Button>
      </Stack>
      <Stack component="ul" gap="sm" p={0} m={0} mt={notes.length > 0 ? 'lg' : 0} style={{ listStyle: 'none' }}>
        {notes.map(({ note_id, note, author, noted_at, undo_id }) => (
          <Group component="li" key={note_id} justify="space-between" align="flex-start" gap="xs">
            <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
              <Text className="written">{note}</Text>
              <Hint>
                {formatTime(noted_at)}, {author}
              </Hint>
            </div>
            {undo_id !== null && (
              <QuietButton
                aria-label={`Undo: ${note}`}
                loading={undo.isPending && undo.request?.body.id === undo_id}
                onClick={() => undo.change({ body: { id: undo_id } })}
              >
                Undo
              </QuietButton>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
