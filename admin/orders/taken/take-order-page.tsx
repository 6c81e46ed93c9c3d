import { Box, Button, Group, Stack } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import { adminTakenOrders } from '@shop/contract/orders/taken-orders'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { AdminCallError, call } from '../../app/call.ts'
import { useChange } from '../../app/changes/use-change.ts'
import { useDraft } from '../../app/use-draft.ts'
import { PRODUCTS_KEY } from '../../catalog/catalog.queries.ts'
import { doneWithMail } from '../../mail/mail-state.tsx'
import { Page, QuietButton, Section } from '../../ui/page.tsx'
import { FailureLine, messageOf } from '../../ui/states.tsx'
import { MailHint, MailText } from '../mailed-change-form.tsx'
import { ORDERS_KEY, termsQuery } from '../orders.queries.ts'
import { parseDraft, type TakenDraft, toTakenOrder } from './taken-draft.ts'
import { TakenFields } from './taken-fields.tsx'
import { ProductSearch } from './taken-items.tsx'

export { TakeOrderPage as Component }

/** An order taken by phone, at a fair or wholesale: what is typed stays in this browser until it is entered. */
function TakeOrderPage() {
  const navigate = useNavigate()
  const { text, setText, clear, draft } = useDraft('taken-order')
  const typed = parseDraft(text, 'phone')
  const { data: terms } = useQuery(termsQuery)
  const body = toTakenOrder(typed)
  const preview = useMutation({
    mutationFn: () => call(adminTakenOrders.previewTakenOrder, { body }),
    networkMode: 'always',
    retry: false,
  })
  const { change, isPending, error, reset } = useChange(adminTakenOrders.takeOrder, {
    done: doneWithMail('Order entered', {
      email: preview.data?.to ?? '',
      has_mail_server: preview.data?.has_mail_server ?? true,
    }),
    refreshes: [ORDERS_KEY, PRODUCTS_KEY],
    draft,
    onDone: ({ order_id }) => navigate(`/orders/${order_id}`, { replace: true }),
    showsError: true,
  })
  const failure = error ?? preview.error
  const fields = failure instanceof AdminCallError ? failure.fields : {}
  const begin = () => {
    reset()
    preview.reset()
  }
  const edit = (next: TakenDraft) => setText(JSON.stringify(next))
  const mail = error === null ? preview.data : undefined
  return (
    <Page title="Enter an order">
      <Stack gap="md">
        <FailureLine text={failure === null ? null : failureText(failure)} />
        {mail === undefined ? (
          <TakenFields
            draft={typed}
            errors={fields}
            onChange={edit}
            terms={terms}
            search={(problem, onAdd) => <ProductSearch error={problem} onAdd={onAdd} />}
          >
            <Group>
              <Button
                loading={preview.isPending}
                onClick={() => {
                  reset()
                  preview.mutate()
                }}
              >
                {body.email.trim() === '' ? 'Continue' : 'Preview email'}
              </Button>
              <Button
                variant="default"
                disabled={text === ''}
                onClick={() => {
                  clear()
                  begin()
                }}
              >
                Clear
              </Button>
            </Group>
          </TakenFields>
        ) : (
          <Section title={`Total: ${formatAdminMoney(mail.total_cents)}`}>
            <MailText mail={mail} />
            <Box my="sm">
              {mail.to !== '' && <MailHint cause="the order is entered" hasMailServer={mail.has_mail_server} />}
            </Box>
            <Group>
              <QuietButton onClick={preview.reset}>Back</QuietButton>
              <Button loading={isPending} onClick={() => change({ body })}>
                Enter the order
              </Button>
            </Group>
          </Section>
        )}
      </Stack>
    </Page>
  )
}

function failureText(failure: Error): string {
  const hasFields = failure instanceof AdminCallError && Object.keys(failure.fields).length > 0
  return hasFields ? 'Please check the fields in red. Nothing was entered.' : messageOf(failure)
}
