import { adminAudit } from '@shop/contract/audit/admin'
import { type AdminCode, adminDiscounts, type CodeTerms } from '@shop/contract/discounts/admin'
import type { TakenOrder } from '@shop/contract/orders/taken-orders'
import { beforeEach } from 'vitest'
import { takeOrder } from '../../orders/taken/take-order.ts'
import { type AdminVisitor, signInAs } from '../admin-visitor.ts'
import type { Engine } from '../servers/engines.ts'
import { eachTestShop } from '../test-hooks.ts'

export const TERMS: CodeTerms = {
  kind: 'percent',
  value: 10,
  minimum_cents: 0,
  lines: [],
  product_ids: [],
  starts_on: null,
  ends_on: null,
  max_uses: null,
  once_each: false,
}

/** Ordered by phone with the code SUMMER. */
export const ORDER: TakenOrder = {
  channel: 'phone',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@shop.example',
  phone: '',
  items: [
    { product_id: '101', quantity: 2, price_cents: 7000 },
    { product_id: '107', quantity: 1, price_cents: 1399 },
  ],
  delivery_type_id: null,
  discount_code: 'SUMMER',
  delivery_cents: 599,
  state: null,
  tax_cents: null,
  payment: 'unpaid',
  handed_over: false,
  address: null,
  note: '',
}

/** A shop for each test, and its owner's calls about codes such as SUMMER. */
export function discountCodesOn(engine: Engine) {
  const shop = eachTestShop(engine)
  let owner: AdminVisitor
  beforeEach(async () => {
    owner = await signInAs(shop, 'owner')
  })

  const db = () => shop.store.database
  const by = () => ({ database: db(), clock: shop.clock, actor: 'command' })
  const enter = (terms: Partial<CodeTerms> = {}, code = 'SUMMER') =>
    owner.call(adminDiscounts.createCode, { code, terms: { ...TERMS, ...terms } })
  const list = async () => (await owner.call(adminDiscounts.listCodes)).json<{ codes: AdminCode[] }>().codes
  const get = async (code = 'SUMMER') => (await list()).find((one) => one.code === code)
  const post = ({ method, path }: { method: 'GET' | 'POST'; path: string }, body: object, code = 'SUMMER') =>
    owner.call({ method, path: path.replace(':code', code) }, body)
  const setState = async (state: AdminCode['state']) =>
    post(adminDiscounts.setCodeState, { state, version: (await get())?.version ?? 0 })
  const change = (terms: Partial<CodeTerms>, version: number, code = 'SUMMER') =>
    post(adminDiscounts.changeCode, { terms: { ...TERMS, ...terms }, version }, code)
  const enterOn = async (terms: Partial<CodeTerms> = {}) => {
    await enter(terms)
    await setState('on')
  }
  const take = (changes: Partial<TakenOrder> = {}) => takeOrder(by(), { ...ORDER, ...changes })
  const undo = (id: number) => owner.call(adminAudit.undoChange, { id })

  return { shop, owner: () => owner, db, enter, enterOn, list, get, setState, change, take, undo }
}
