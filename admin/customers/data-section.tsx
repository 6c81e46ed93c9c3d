import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { adminCustomers, type CustomerPage } from '@shop/contract/customers/admin'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../app/call.ts'
import { notifyDone } from '../app/changes/notify-change.tsx'
import { Dialog, DialogButton, DialogForm } from '../ui/dialog.tsx'
import { saveFile } from '../ui/files.ts'
import { typed, usePlainCall } from '../ui/form.tsx'
import { Section } from '../ui/page.tsx'
import { FailureLine } from '../ui/states.tsx'
import { CUSTOMERS_KEY, forgetPeople } from './customers.queries.ts'

type Props = { customer: CustomerPage }

/** Export and deletion of a person's data, for owners. */
export function DataSection({ customer }: Props) {
  return (
    <Section title="This person’s data">
      <Stack gap="sm">
        <Text>
          For someone who wants a copy of their data, or wants it deleted. Use the email address to check that it’s
          really them. We email them when it’s done.
        </Text>
        <ExportButtons customer={customer} />
        {customer.deletion_problem === null ? (
          <Group>
            <DialogButton label="Delete all data">
              {(close) => <DeleteDialog customer={customer} onClose={close} />}
            </DialogButton>
          </Group>
        ) : (
          <Text>You can’t delete it yet: {customer.deletion_problem}</Text>
        )}
      </Stack>
    </Section>
  )
}

function ExportButtons({ customer: { email } }: Props) {
  const client = useQueryClient()
  const { press, isPending, pressed, failure } = usePlainCall(
    async (as: 'html' | 'json') => ({ as, data: await call(adminCustomers.exportCustomer, { body: { email } }) }),
    ({ as, data }) => {
      saveFile(`customer-data.${as}`, as === 'html' ? 'text/html' : 'application/json', data[as])
      return client.invalidateQueries({ queryKey: CUSTOMERS_KEY })
    },
  )
  const button = (as: 'html' | 'json', label: string) => (
    <Button variant="default" loading={isPending && pressed === as} disabled={isPending} onClick={() => press(as)}>
      {label}
    </Button>
  )
  return (
    <>
      <FailureLine text={failure} />
      <Group gap="sm">
        {button('html', 'Export to read')}
        {button('json', 'Export as JSON')}
      </Group>
    </>
  )
}

function DeleteDialog({ customer: { email, addresses }, onClose }: Props & { onClose: () => void }) {
  const [text, setText] = useState('')
  const client = useQueryClient()
  const navigate = useNavigate()
  const seen = addresses.map((address) => address.email)
  const { press, isPending, failure } = usePlainCall(
    () => call(adminCustomers.deleteCustomer, { body: { email, typed: text, seen_addresses: seen } }),
    async () => {
      onClose()
      await navigate('/customers')
      void forgetPeople(client)
      notifyDone(`All data of ${email} is deleted`, null)
    },
  )
  return (
    <Dialog onClose={onClose} title="Delete all of this person’s data">
      <DialogForm
        confirm="Delete all data"
        color="brick"
        isPending={isPending}
        failure={failure}
        onClose={onClose}
        onSubmit={press}
      >
        <Text>
          This deletes the account, inquiries, notes, emails and waitlist entries. We keep the orders for the books,
          without name, email, phone number and street. You can’t undo this.
        </Text>
        {seen.length > 1 && (
          <Text className="anywhere">This covers all of the person’s addresses: {seen.join(', ')}.</Text>
        )}
        <TextInput
          label={`Type ${email} to confirm`}
          autoComplete="off"
          data-autofocus
          styles={{ label: { overflowWrap: 'anywhere' } }}
          {...typed(text, setText)}
        />
      </DialogForm>
    </Dialog>
  )
}
