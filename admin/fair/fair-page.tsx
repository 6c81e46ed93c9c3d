import { Button, Group, Stack, Text } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import { takenOrder } from '@shop/contract/orders/taken-orders'
import { plural } from '@shop/contract/text/plural'
import { onlineManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import type { AdminCallError } from '../app/call.ts'
import { notifyDone } from '../app/changes/notify-change.tsx'
import { ConnectionNotice } from '../app/frame/connection.tsx'
import { useNamedDraft } from '../app/use-draft.ts'
import {
  beyondStock,
  calculateSums,
  fixAmounts,
  isUntouched,
  nextDraft,
  parseDraft,
  type TakenDraft,
  toTakenOrder,
} from '../orders/taken/taken-draft.ts'
import { TakenFields } from '../orders/taken/taken-fields.tsx'
import { type NewItem, noMatch, ProductChoice } from '../orders/taken/taken-items.tsx'
import { confirmOnce } from '../ui/dialog.tsx'
import { usePlainCall } from '../ui/form.tsx'
import { Page, QuietButton, Section } from '../ui/page.tsx'
import { FailureLine } from '../ui/states.tsx'
import { formatTime } from '../ui/time.ts'
import { type FairKit, holdsWords, prepareDevice, readKit } from './device-data.ts'
import {
  draftOf,
  type FairOrder,
  hasOrdersOfOthers,
  listFairOrders,
  removeFairOrder,
  sendFairOrders,
  storeFairOrder,
  waitingUnits,
  watchFairOrders,
} from './fair-orders.ts'
import classes from './fair-page.module.css'
import { focusHeading, NotSent } from './not-sent.tsx'

export { FairPage as Component }

/** Takes orders without a network. It has no session gate, so it opens without one, too. */
function FairPage() {
  const [kit, setKit] = useState(readKit)
  // What was sold is gone from its stock.
  useEffect(() => watchFairOrders(() => setKit(readKit())), [])
  return (
    <main className={classes.page}>
      <Page
        title="Fair"
        actions={
          <Button component="a" href="/admin/orders" variant="default">
            Back to orders
          </Button>
        }
      >
        <Stack gap="md">
          <ConnectionNotice still={kit === null ? '' : 'You can keep taking orders.'} />
          <DeviceSection kit={kit} onReady={setKit} />
          {kit !== null && <FairForm key={kit.admin_id} kit={kit} />}
        </Stack>
      </Page>
    </main>
  )
}

/** Whether this device works without a network, and with prices and stock of when. */
function DeviceSection({ kit, onReady }: { kit: FairKit | null; onReady: (kit: FairKit) => void }) {
  const { press, isPending, failure, result } = usePlainCall(
    () => prepareDevice(hasOrdersOfOthers),
    (prepared) => onReady(prepared.kit),
  )
  return (
    <Section title={kit === null ? 'Set up this device' : 'Ready to work offline'}>
      <Stack gap="sm" align="start">
        <Text>
          {kit === null
            ? 'While you’re online, this device saves this page with products, prices and stock. It then takes orders offline and sends them when you’re back online.'
            : `Prices and stock as of ${formatTime(kit.saved_at)}.`}
        </Text>
        <FailureLine text={result?.keepsPage === false ? NO_WORKER : failure} />
        <Button variant={kit === null ? 'filled' : 'default'} loading={isPending} onClick={() => press()}>
          {kit === null ? 'Set up' : 'Refresh prices and stock'}
        </Button>
      </Stack>
    </Section>
  )
}

const NO_WORKER = 'This browser can’t save the page. Keep it open to take orders.'

function FairForm({ kit }: { kit: FairKit }) {
  const { orders, failure, send } = useFairOrders(kit.admin_id)
  const { text, setText } = useNamedDraft(`${kit.admin_id}:fair-order`)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const draft = parseDraft(text, 'fair')
  const changed = parseChanged(text)
  const edit = (next: TakenDraft, of: Changed = changed) => setText(JSON.stringify({ ...next, changed: of }))
  const goOn = () => setText(changed === null ? JSON.stringify(nextDraft(draft)) : changed.before)
  const take = () => {
    const fixed = fixAmounts(draft, kit.terms)
    const wrong = findErrors(fixed)
    setErrors(wrong)
    setProblem(Object.keys(wrong).length > 0 ? 'Please check the fields in red. The order wasn’t taken.' : null)
    if (Object.keys(wrong).length > 0) return
    const beyond = beyondStock(fixed.items, (id) => stockKnown(kit, orders, id))
    if (beyond.length === 0) store(fixed)
    else confirmBeyond(beyond, () => store(fixed))
  }
  const store = (fixed: TakenDraft) => {
    try {
      const total_cents = calculateSums(fixed, kit.terms)?.total ?? 0
      const { id, taken_at } = changed ?? { id: crypto.randomUUID(), taken_at: new Date().toISOString() }
      storeFairOrder({ id, taken_at, admin_id: kit.admin_id, draft: JSON.stringify(fixed), total_cents, problem: null })
      goOn()
      notifyDone(`Taken: ${formatAdminMoney(total_cents)}`, null)
      void send()
    } catch {
      setProblem('This device has no room for another order. Connect to the internet to send the waiting ones.')
    }
  }
  return (
    <>
      <NotSent
        orders={orders}
        failure={failure}
        canChange={isUntouched(draft)}
        onEnter={() => void send(true)}
        onChange={(order) => {
          const { id, taken_at } = order
          removeFairOrder(id)
          edit(draftOf(order), { id, taken_at, before: text })
          focusHeading()
        }}
        onSendAgain={(order) => {
          storeFairOrder({ ...order, problem: null })
          void send()
        }}
      />
      <FailureLine text={problem} />
      <TakenFields
        draft={draft}
        errors={errors}
        onChange={edit}
        terms={kit.terms}
        search={(error, onAdd) => <KeptProducts kit={kit} orders={orders} error={error} onAdd={onAdd} />}
      >
        <Group>
          <Button onClick={take}>Take the order</Button>
          <QuietButton
            disabled={isUntouched(draft)}
            onClick={() => {
              goOn()
              setErrors({})
              setProblem(null)
            }}
          >
            Clear
          </QuietButton>
        </Group>
      </TakenFields>
    </>
  )
}

/** The order that is being changed: it keeps its id, under which it is entered once, and its day. `before`: the form before that. */
const changedOrder = z.object({
  changed: z.nullable(z.object({ id: z.string(), taken_at: z.string(), before: z._default(z.string(), '') })),
})
type Changed = z.infer<typeof changedOrder>['changed']

function parseChanged(text: string): Changed {
  try {
    return changedOrder.safeParse(JSON.parse(text)).data?.changed ?? null
  } catch {
    return null
  }
}

/** The errors that the shop would return, by field. */
function findErrors(draft: TakenDraft): Record<string, string> {
  const issues = takenOrder.safeParse(toTakenOrder(draft)).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

const RETRY_MS = 60_000

/** The orders of this device; they are sent whenever the shop can be reached. */
function useFairOrders(adminId: string) {
  const [orders, setOrders] = useState(() => listFairOrders(adminId))
  const [failure, setFailure] = useState<AdminCallError | null>(null)
  const send = async (inAnyName = false) => {
    if (!onlineManager.isOnline()) return
    const { entered, failure: stopped } = await sendFairOrders(adminId, inAnyName)
    setFailure(stopped)
    if (entered.length === 0) return
    notifyDone(`${plural(entered.length, 'Order', 'Orders')} ${entered.join(', ')} entered`, null)
  }
  const sendNow = useEffectEvent(() => void send())
  useEffect(() => watchFairOrders(() => setOrders(listFairOrders(adminId))), [adminId])
  useEffect(() => {
    const first = setTimeout(sendNow)
    const unsubscribe = onlineManager.subscribe(sendNow)
    const timer = setInterval(sendNow, RETRY_MS)
    return () => {
      unsubscribe()
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])
  return { orders, failure, send }
}

/** A product's stock as this device knows it, without the pieces of waiting orders. */
function stockKnown(kit: FairKit, orders: readonly FairOrder[], productId: string): number {
  const stock = kit.products.find(({ product_id }) => product_id === productId)?.stock ?? 0
  return Math.max(0, stock - waitingUnits(orders, productId))
}

type KeptProductsProps = {
  kit: FairKit
  orders: readonly FairOrder[]
  error: string | undefined
  onAdd: (product: NewItem) => void
}

/** The products that this device knows; of their stock what orders that wait have taken is gone. */
function KeptProducts({ kit, orders, error, onAdd }: KeptProductsProps) {
  const [text, setText] = useState('')
  const search = text.trim()
  const found =
    search === ''
      ? []
      : kit.products
          .filter((product) => holdsWords(product, search))
          .map((product) => {
            const stock = stockKnown(kit, orders, product.product_id)
            return { ...product, stock, image_url: null, wholesale_price: null, wholesale_minimum: null }
          })
  const status = search === '' || found.length > 0 ? '' : noMatch(search)
  return <ProductChoice text={text} setText={setText} status={status} found={found} error={error} onAdd={onAdd} />
}

function confirmBeyond(beyond: readonly string[], onConfirm: () => void): void {
  confirmOnce({
    title: 'More than this device has in stock',
    children: (
      <>
        {beyond.map((line) => (
          <Text key={line}>{line}.</Text>
        ))}
        <Text>If you have them in front of you, take the order. The shop will ask you to correct the stock first.</Text>
      </>
    ),
    labels: { confirm: 'Take it anyway', cancel: 'Cancel' },
    onConfirm,
  })
}
