import { Badge, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import { chargeFor } from '@shop/contract/order-totals'
import type { AdminOrder } from '@shop/contract/orders/admin'
import { adminPayLinks, type OrderPayLink } from '@shop/contract/orders/admin-pay-links'
import { useState } from 'react'
import { useChange } from '../../app/changes/use-change.ts'
import { doneWithMail, labelWithMail } from '../../mail/mail-state.tsx'
import { Dialog, DialogActions, DialogButton } from '../../ui/dialog.tsx'
import { focusOnAppear } from '../../ui/form.tsx'
import { Buttons, Hint, Section } from '../../ui/page.tsx'
import { formatTime } from '../../ui/time.ts'
import { MailedChangeForm } from '../mailed-change-form.tsx'
import { useOrderChange } from '../order-dialog.tsx'
import { ORDERS_KEY } from '../orders.queries.ts'

const STATE_WORDS = {
  valid: { color: 'clay', text: 'Sent' },
  checking: { color: 'amber', text: 'Being paid' },
  paid: { color: 'moss', text: 'Paid' },
  expired: { color: 'brick', text: 'Expired' },
  withdrawn: { color: 'brick', text: 'Cancelled' },
} as const satisfies Record<OrderPayLink['state'], { color: string; text: string }>

/** Asks for the payment of an order that was taken by hand; not there where nothing was ever asked for, or could be. */
export function PayLinkSection({ order }: { order: AdminOrder }) {
  const { pay_link: link, pay_link_problem: problem, card_payment, first_name } = order
  const canSend = problem === null && link?.state !== 'checking'
  if ((card_payment !== null && problem !== null) || (link === null && !canSend)) return null
  return (
    <Section title="Payment by link">
      <Stack gap="sm">
        {link === null ? (
          <Text>{first_name} can pay for this order by card, with a link you send.</Text>
        ) : (
          <LinkState link={link} />
        )}
        <Buttons>
          {canSend && (
            <DialogButton label={link === null ? 'Send payment link' : 'Send a new link'}>
              {(close) => <PayLinkModal order={order} onClose={close} />}
            </DialogButton>
          )}
          {link?.state === 'valid' && problem === null && <WithdrawButton order={order} />}
        </Buttons>
      </Stack>
    </Section>
  )
}

function LinkState({ link: { state, amount_cents, created_at, expires_at } }: { link: OrderPayLink }) {
  const until = formatTime(expires_at)
  const words = {
    valid: `It can be used once, until ${until}.`,
    checking: 'Someone is paying. We’re checking whether the card was charged.',
    paid: 'We emailed a thank-you.',
    expired: `It expired on ${until}.`,
    withdrawn: 'It no longer works.',
  } as const satisfies Record<OrderPayLink['state'], string>
  return (
    <>
      <Group gap="xs">
        <Badge color={STATE_WORDS[state].color}>{STATE_WORDS[state].text}</Badge>
        <Text>{formatAdminMoney(amount_cents)}</Text>
      </Group>
      <Text>
        Sent {formatTime(created_at)}. {words[state]}
      </Text>
    </>
  )
}

/** Without a mail it is made at once, and given to the shopper by the person who made it. */
function linkMade(order: AdminOrder): string {
  const isMailed = order.email !== '' && order.has_mail_server
  const sent = 'The payment link is on its way. You have ten seconds to cancel it'
  return isMailed ? sent : doneWithMail('Payment link created', order)
}

function PayLinkModal({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const [url, setUrl] = useState<string | null>(null)
  const title = 'Send payment link'
  const sending = useOrderChange(adminPayLinks.sendPayLink, {
    order,
    done: linkMade(order),
    onDone: (made) => setUrl(made.url),
    neverWaits: true,
  })
  if (url !== null) {
    return (
      <Dialog onClose={onClose} title={title} size="lg">
        <LinkToCopy url={url} hasMail={order.email !== ''} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <MailedChangeForm
      order={order}
      title={title}
      confirm={labelWithMail('Create link', order)}
      change={{ change: 'pay_link' }}
      sending={sending}
      onConfirm={() =>
        sending.change({ params: { order_id: order.order_id }, body: { version: sending.base.version } })
      }
      onClose={onClose}
    >
      {() => (
        <>
          <Text>
            {order.first_name} pays {formatAdminMoney(chargeFor(order).total)} by card. The link works for 7 days and
            for one payment, even while online orders are paused.
          </Text>
          <Hint>
            Anyone with the link can see what was ordered. It replaces any link you sent before. The card is charged
            like any online order, or right away if you’ve already shipped.
          </Hint>
        </>
      )}
    </MailedChangeForm>
  )
}

/** It is only shown here: the shop stores a hash of its secret. */
function LinkToCopy({ url, hasMail, onClose }: { url: string; hasMail: boolean; onClose: () => void }) {
  return (
    <Stack>
      <Text ref={focusOnAppear} tabIndex={-1}>
        {hasMail ? 'The email with the link goes out in ten seconds. ' : 'Send this link to the shopper. '}
        Copy the link now. You won’t see it again.
      </Text>
      <Text component="code" className="anywhere" fz="sm">
        {url}
      </Text>
      <DialogActions>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy the link'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Stack>
  )
}

function WithdrawButton({ order }: { order: AdminOrder }) {
  const { change, isPending } = useChange(adminPayLinks.withdrawPayLink, {
    done: 'Payment link cancelled',
    refreshes: [ORDERS_KEY],
  })
  return (
    <Button
      variant="default"
      loading={isPending}
      onClick={() => change({ params: { order_id: order.order_id }, body: { version: order.version } })}
    >
      Cancel the link
    </Button>
  )
}
