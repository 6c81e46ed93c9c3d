import { type AdminCode, adminDiscounts } from '@shop/contract/discounts/admin'
import { formatAdminMoney } from '@shop/contract/money'
import { callQuery } from '../app/query-client.ts'

export const discountsQuery = callQuery(['discounts'], adminDiscounts.listCodes, {})

export const STATUS_WORDS: Readonly<Record<AdminCode['status'], string>> = {
  on: 'On',
  paused: 'Paused',
  not_yet: 'Not yet',
  expired: 'Expired',
  used_up: 'Used up',
  ended: 'Ended',
}

/** For example `10% off` and `$5.00 off`. */
export function describeValue({ kind, value }: Pick<AdminCode, 'kind' | 'value'>): string {
  return `${kind === 'percent' ? `${value}%` : formatAdminMoney(value)} off`
}
