import type { DeliveryOption } from '@shop/contract/delivery/calls'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import { type Replaceable, replaceTable, undoRuleOf } from '../admin/audit/replace-table.ts'
import { listDeliveryOptions, replaceDeliveryOptionRows } from './delivery.repository.ts'
import { parseStoredDeliveryOptions } from './delivery-and-tax-files.ts'

const DELIVERY_OPTIONS: Replaceable<readonly DeliveryOption[]> = {
  subject: { kind: 'delivery', id: 'options' },
  action: 'delivery_options.replaced',
  noun: 'delivery options',
  read: listDeliveryOptions,
  write: replaceDeliveryOptionRows,
  parse: parseStoredDeliveryOptions,
}

export const undoDeliveryOptions = undoRuleOf(DELIVERY_OPTIONS)

/** The list's order is that of the checkout. */
export function replaceDeliveryOptions(
  context: ChangeContext,
  options: readonly DeliveryOption[],
  seen: readonly DeliveryOption[],
): Promise<number | null> {
  return replaceTable(context, DELIVERY_OPTIONS, options, seen)
}
