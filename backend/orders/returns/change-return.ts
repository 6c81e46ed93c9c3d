import type { MailedChange } from '@shop/contract/orders/admin'
import type { ReturnPolicy } from '@shop/contract/returns/return-policy'
import { RETURN_STEPS, stepProblem } from '@shop/contract/returns/rules'
import type { AdminSettings } from '@shop/contract/settings/admin'
import * as z from 'zod/mini'
import { createToken } from '../../accounts/passwords/tokens.ts'
import type { ChangeContext } from '../../admin/audit/audit.repository.ts'
import { addStock } from '../../catalog/stock.repository.ts'
import { takeSoldStock } from '../../catalog/take-sold-stock.ts'
import type { NewMail } from '../../mail/enqueue-mail.ts'
import { getReturnPolicy } from '../../pages/texts/page-texts.repository.ts'
import { bumpStockVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import {
  changeOrder,
  enqueueHeldMail,
  type OrderState,
  type OrderVersion,
  orderUndoRule,
  requireOrder,
  withdrawOrCorrect,
} from '../order-change.ts'
import type { OrderItem, StoredOrder } from '../orders.repository.ts'
import type { Label } from '../return-label.ts'
import { deleteLabel, insertLabel, listReturns, type OrderReturn, updateReturn } from '../returns.repository.ts'
import { returnChangeMail, returnCorrection } from './returns.mail.ts'

type ReturnChange = OrderVersion & { return_id: string }

/** The address of a label while the return is due; `null` without one. */
export function labelPathOf({ state, label_token }: Pick<OrderReturn, 'state' | 'label_token'>): string | null {
  return state === 'accepted' && label_token !== null ? pathOf(label_token) : null
}

function pathOf(token: string): string {
  return `/return-label?token=${token}`
}

/** Accepts a return, with a mail and an optional label. No trailing slash in `publicUrl`. Returns the audit id. */
export function acceptReturn(
  context: ChangeContext,
  { answer, label, publicUrl, ...change }: ReturnChange & { answer: string; label: Label | null; publicUrl: string },
): Promise<number> {
  return changeReturn(context, change, {
    step: 'accept',
    answer,
    work: async (trx) => {
      if (label === null) return null
      const token = createToken()
      await insertLabel(trx, { return_id: change.return_id, token, ...label })
      return `${publicUrl}${pathOf(token)}`
    },
  })
}

/** Declines a return, even after it arrived, and mails the shopper the reason. Returns the id of the audit entry. */
export function declineReturn(
  context: ChangeContext,
  { answer, ...change }: ReturnChange & { answer: string },
): Promise<number> {
  return changeReturn(context, change, { step: 'decline', answer })
}

/** Records the arrival of a return, restocks the named items and mails the shopper. Returns the audit id. */
export function receiveReturn(
  context: ChangeContext,
  { restocked_item_ids, ...change }: ReturnChange & { restocked_item_ids: readonly string[] },
): Promise<number> {
  const restocked = [...new Set(restocked_item_ids)].sort()
  return changeReturn(context, change, {
    step: 'receive',
    restocked,
    work: async (trx, order, asked) => {
      await addStock(trx, goodsOf(order, asked, restocked))
      await bumpStockVersion(trx)
      return null
    },
  })
}

type Step = {
  step: 'accept' | 'decline' | 'receive'
  /** If missing, the earlier answer stays. */
  answer?: string
  restocked?: string[]
  /** Stores the label; returns its address. */
  work?: (trx: Trx, order: StoredOrder, asked: OrderReturn) => Promise<string | null>
}

function changeReturn(
  context: ChangeContext,
  { return_id, ...change }: ReturnChange,
  { step, answer, restocked = [], work }: Step,
): Promise<number> {
  return changeOrder(context, change, async (trx, order, { now }) => {
    const asked = requireReturn(await listReturns(trx, order), return_id, step)
    const { to } = RETURN_STEPS[step]
    const labelUrl = (await work?.(trx, order, asked)) ?? null
    const after = { return_state: to, answer: answer ?? asked.answer }
    await updateReturn(trx, return_id, after)
    const shop = await getShopSettings(trx)
    const policy = await getReturnPolicy(trx)
    const mail = returnChangeMail(order, asked, { ...after, labelUrl }, { shop, policy })
    const facts = { return_id, restocked }
    return {
      action: RETURN_ACTIONS[step],
      before: { ...facts, return_state: asked.state, answer: asked.answer, return_mail: null },
      after: { ...facts, ...after, return_mail: await enqueueHeldMail(trx, mail, { now, shop }) },
    }
  })
}

const RETURN_ACTIONS = {
  accept: 'order.return_accepted',
  decline: 'order.return_declined',
  receive: 'order.return_received',
} as const

/** The return with this number. Throws the reason if the step is not possible. */
export function requireReturn(
  returns: readonly OrderReturn[],
  returnId: string,
  step: keyof typeof RETURN_STEPS,
): OrderReturn {
  const found = returns.find(({ return_id }) => return_id === returnId)
  if (found === undefined) throw new AppError('not_found', `There is no return ${returnId}.`)
  const problem = stepProblem(found, step)
  if (problem !== null) throw new AppError('conflict', problem)
  return found
}

type ReturnMailChange = Extract<MailedChange, { change: 'accept_return' | 'decline_return' | 'receive_return' }>

const PREVIEWED_ACTIONS = { accept_return: 'accept', decline_return: 'decline', receive_return: 'receive' } as const

/** The mail about a step of a return. Throws what the step would throw. */
export function previewReturnMail(
  { order, returns }: Pick<OrderState, 'order' | 'returns'>,
  change: ReturnMailChange,
  promised: { shop: AdminSettings; policy: ReturnPolicy },
): NewMail {
  const step = PREVIEWED_ACTIONS[change.change]
  const asked = requireReturn(returns, change.return_id, step)
  const answer = change.change === 'receive_return' ? asked.answer : change.answer
  const labelUrl = change.change === 'accept_return' && change.has_label ? LABEL_PLACE : null
  return returnChangeMail(order, asked, { return_state: RETURN_STEPS[step].to, answer, labelUrl }, promised)
}

/** Text for the link in a preview. */
const LABEL_PLACE = '(the link to the label)'

/** Undoes a return's last step: takes goods out of stock again, deletes a label, and corrects a sent mail. */
export const undoReturnStep = orderUndoRule({
  presentOf: ({ returns }, { after }) => {
    const { success, data } = z.safeParse(returnEntry, after)
    const present = success ? returns.find(({ return_id }) => return_id === data.return_id) : undefined
    if (!success || present === undefined) return null
    return { ...data, return_state: present.state, answer: present.answer }
  },
  writeBefore: async (trx, { subject, before, after }, now) => {
    const order = await requireOrder(trx, subject.id)
    const [from, to] = [z.parse(returnEntry, after), z.parse(returnEntry, before)]
    const asked = (await listReturns(trx, order)).find(({ return_id }) => return_id === from.return_id)
    if (asked === undefined) throw new AppError('not_found', `There is no return ${from.return_id}.`)
    await updateReturn(trx, from.return_id, { return_state: to.return_state, answer: to.answer })
    if (to.return_state === 'asked') await deleteLabel(trx, from.return_id)
    const goods = goodsOf(order, asked, from.restocked)
    if (goods.length > 0) await takeSoldStock(trx, goods, ', so this cannot be undone.')
    const states = { from: from.return_state, to: to.return_state }
    await withdrawOrCorrect(trx, from.return_mail, (shop) => returnCorrection(order, asked, states, shop), now)
  },
})

const returnEntry = z.object({
  return_id: z.string(),
  restocked: z.array(z.string()),
  return_state: z.enum(['asked', 'accepted', 'declined', 'received']),
  answer: z.string(),
  return_mail: z.nullable(z.string()),
})

type Goods = Pick<OrderItem, 'product_id' | 'product_name' | 'quantity'>

/** Products of the named items in a return, with quantities. */
function goodsOf(order: StoredOrder, { items }: OrderReturn, itemIds: readonly string[]): Goods[] {
  return items.flatMap(({ order_item_id, quantity }) => {
    const item = order.items.find((one) => one.order_item_id === order_item_id)
    return item === undefined || !itemIds.includes(order_item_id) ? [] : [{ ...item, quantity }]
  })
}
