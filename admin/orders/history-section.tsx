import { Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { adminAudit } from '@shop/contract/audit/admin'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { NOTE_LENGTH } from '@shop/contract/orders/admin-values'
import type { OrderEvent } from '@shop/contract/orders/events'
import { useChange } from '../app/changes/use-change.ts'
import { LeaveGuard } from '../app/frame/unsaved.tsx'
import { describeDelivery, MailError, SendAgain } from '../mail/mail-state.tsx'
import { typed, useSentFields } from '../ui/form.tsx'
import { Hint, Section } from '../ui/page.tsx'
import { formatDay, formatTime } from '../ui/time.ts'
import { ORDERS_KEY, orderQuery } from './orders.queries.ts'

export function HistorySection({ order }: { order: AdminOrder }) {
  const undo = useChange(adminAudit.undoChange, { done: 'Undone', refreshes: [ORDERS_KEY], isRepeatable: true })
  return (
    <Section title="What happened">
      <NoteForm orderId={order.order_id} />
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {order.events.map((event) => (
          <li key={`${event.at} ${event.text}`}>
            <EventLine
              event={event}
              order={order}
              isUndoing={undo.isPending && undo.request?.body.id === event.undo_id}
              onUndo={(id) => undo.change({ body: { id } })}
            />
          </li>
        ))}
      </Stack>
    </Section>
  )
}

type EventLineProps = { event: OrderEvent; order: AdminOrder; isUndoing: boolean; onUndo: (id: number) => void }

function EventLine({ event, order, isUndoing, onUndo }: EventLineProps) {
  const { at, actor, text, undo_id, mails } = event
  // The day of the order has no time.
  const when = at.length === 10 ? formatDay(at) : formatTime(at)
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
        <Text className="anywhere">{text}</Text>
        <Hint>
          {when}
          {actor !== null && `, ${actor}`}
        </Hint>
        {mails.map((mail) => (
          <EventMail key={mail.id} mail={mail} order={order} />
        ))}
      </div>
      {undo_id !== null && (
        <Button variant="default" loading={isUndoing} onClick={() => onUndo(undo_id)} aria-label={`Undo: ${text}`}>
          Undo
        </Button>
      )}
    </Group>
  )
}

function EventMail({ mail, order }: { mail: OrderEvent['mails'][number]; order: AdminOrder }) {
  const { id, to, delivery, delivery_error } = mail
  const { color, text } = describeDelivery(delivery, order.has_mail_server)
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      <Group gap="xs">
        <Text fz="sm">Email to {to === 'shopper' ? order.first_name : 'the shop'}:</Text>
        <Badge color={color}>{text}</Badge>
      </Group>
      {delivery_error !== null && (
        <>
          <MailError code={delivery_error} />
          <SendAgain mailId={id} hasMailServer={order.has_mail_server} refreshes={[ORDERS_KEY]} />
        </>
      )}
    </Stack>
  )
}

function NoteForm({ orderId }: { orderId: string }) {
  const { change, isPending, error } = useChange(adminOrders.noteOnOrder, {
    done: 'Note added',
    refreshes: [ORDERS_KEY],
    applyOptimistically: (queryClient, { params, body }) => {
      const event = {
        at: new Date().toISOString(),
        actor: null,
        text: `Note: ${body.note.trim()}`,
        undo_id: null,
        mails: [],
      }
      queryClient.setQueryData(
        orderQuery(params.order_id).queryKey,
        (order) => order && { ...order, events: [event, ...order.events] },
      )
    },
  })
  const { fields, change: type, clear } = useSentFields({ note: '' }, error)
  const { note } = fields
  const send = () => {
    if (change({ params: { order_id: orderId }, body: { note } })) clear()
  }
  return (
    <Stack gap="xs" mb="lg">
      <LeaveGuard isActive={note.trim() !== ''} />
      <Textarea
        label="Note (only you and your helpers see it)"
        maxLength={NOTE_LENGTH}
        {...typed(note, (text) => type({ note: text }))}
      />
      <Button
        variant="default"
        disabled={note.trim() === ''}
        loading={isPending}
        onClick={send}
        style={{ alignSelf: 'flex-start' }}
      >
        Add note
      </Button>
    </Stack>
  )
}
