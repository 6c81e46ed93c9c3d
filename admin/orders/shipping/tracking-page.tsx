import { Button, Group, Stack, Text } from '@mantine/core'
import { adminShipping, type TrackingPreview } from '@shop/contract/orders/shipping'
import { formatCount } from '@shop/contract/text/plural'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, fieldsOf } from '../../app/call.ts'
import { useChange } from '../../app/changes/use-change.ts'
import { NoMailServer } from '../../mail/mail-state.tsx'
import { focusFirstError, focusOnAppear } from '../../ui/form.tsx'
import { formatOrderNumber } from '../../ui/format.ts'
import { BackLink, Hint, Page, QuietButton, Section } from '../../ui/page.tsx'
import { FailureLine, failureOf } from '../../ui/states.tsx'
import { SheetField } from '../import/sheet-field.tsx'
import { ORDERS_KEY } from '../orders.queries.ts'

export { TrackingPage as Component }

/** Ships the orders of a file that a service for labels gives back: the file, then what it would ship, then the shipping. */
function TrackingPage() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const preview = useMutation({
    mutationFn: () => call(adminShipping.previewTracking, { body: { text } }),
    networkMode: 'always',
    retry: false,
  })
  const { error } = preview
  // Once the field is drawn with its error.
  useEffect(() => {
    if (error !== null) focusFirstError()
  }, [error])
  const shipping = useChange(adminShipping.shipSeveral, {
    done: ({ body }) => `${formatCount(body.shipments.length, 'order')} shipped`,
    refreshes: [ORDERS_KEY],
    onDone: () => navigate('/orders/shipping'),
    showsError: true,
  })
  const textError = fieldsOf(error).text
  return (
    <Page title="Tracking numbers">
      <BackLink to="/orders/shipping">Orders to ship</BackLink>
      <Stack gap="md">
        <FailureLine text={shipping.failure ?? (textError === undefined ? failureOf(error) : null)} />
        {preview.data === undefined ? (
          <Section title="The file">
            <Stack>
              <Text>
                Use the CSV file from your label service, with columns for the order number and the tracking number.
                You’ll see what ships before anything does.
              </Text>
              <SheetField text={text} error={textError} onText={setText} />
              <Group>
                <Button loading={preview.isPending} onClick={() => preview.mutate()}>
                  Continue
                </Button>
              </Group>
            </Stack>
          </Section>
        ) : (
          <ShipSection
            preview={preview.data}
            isPending={shipping.isPending}
            onShip={(shipments) => shipping.change({ body: { shipments } })}
            onBack={() => {
              shipping.reset()
              preview.reset()
            }}
          />
        )}
      </Stack>
    </Page>
  )
}

type Shipment = { order_id: string; tracking_number: string; carrier: string | null; version: number }

type ShipSectionProps = {
  preview: TrackingPreview
  isPending: boolean
  onShip: (shipments: Shipment[]) => void
  onBack: () => void
}

/** The orders that the file would ship, and the rows that would not. */
function ShipSection({ preview, isPending, onShip, onBack }: ShipSectionProps) {
  const { shipments, refused, has_mail_server } = preview
  const orders = formatCount(shipments.length, 'order')
  const chosen = shipments.map(({ order_id, tracking_number, carrier, version }) => {
    return { order_id, tracking_number, carrier, version }
  })
  return (
    <>
      <Text ref={focusOnAppear} tabIndex={-1}>
        {orders} will be shipped
        {refused.length > 0 && `; ${formatCount(refused.length, 'row')} won’t`}.
      </Text>
      {refused.length > 0 && <RefusedSection refused={refused} />}
      {shipments.length > 0 && (
        <Section title="What will be shipped">
          <Text mb="sm">
            Each shopper gets an email ten seconds later, and we charge reserved cards. These orders can’t be cancelled
            after that.
          </Text>
          {!has_mail_server && (
            <NoMailServer>The emails wait, and go out automatically once one is set up.</NoMailServer>
          )}
          <Stack component="ul" gap="sm" p={0} mt="sm" mb={0} className="anywhere" style={{ listStyle: 'none' }}>
            {shipments.map(({ order_id, name, tracking_number, carrier }) => (
              <li key={order_id}>
                <Link to={`/orders/${order_id}`}>
                  {formatOrderNumber(order_id)}, {name}
                </Link>
                <Hint>
                  {tracking_number}
                  {carrier !== null && `, ${carrier}`}
                </Hint>
              </li>
            ))}
          </Stack>
        </Section>
      )}
      <Group>
        <QuietButton onClick={onBack}>Back to the file</QuietButton>
        {shipments.length > 0 && (
          <Button loading={isPending} onClick={() => onShip(chosen)}>
            {`Ship ${orders} and send`}
          </Button>
        )}
      </Group>
    </>
  )
}

function RefusedSection({ refused }: Pick<TrackingPreview, 'refused'>) {
  return (
    <Section title="What won’t be shipped">
      <Stack component="ul" gap={4} pl="md" m={0} className="anywhere">
        {refused.map(({ row, message }) => (
          <li key={row}>
            Row {row}: {message}
          </li>
        ))}
      </Stack>
    </Section>
  )
}
