import { isLostDispute, type ListedDispute } from '@shop/contract/payments/disputes'
import { controlPanelOf } from '@shop/contract/payments/provider-name'

type Words = { color: 'amber' | 'moss' | 'brick' | 'ink'; badge: string; text: string }

const STATE_WORDS: Readonly<Record<string, Words>> = {
  open: { color: 'brick', badge: 'Open', text: 'It needs your answer. Without one, you lose the money.' },
  disputed: { color: 'amber', badge: 'Answered', text: 'You’ve answered. The bank decides next.' },
  under_review: { color: 'amber', badge: 'Under review', text: 'The bank is reviewing your answer.' },
  won: { color: 'moss', badge: 'Won', text: 'The money is yours again.' },
  lost: { color: 'ink', badge: 'Lost', text: 'The bank keeps the money, which counts as refunded.' },
  accepted: { color: 'ink', badge: 'Accepted', text: 'You accepted it, so the money counts as refunded.' },
  auto_accepted: {
    color: 'ink',
    badge: 'Accepted',
    text: 'A setting at the payment provider accepted it, so the money counts as refunded.',
  },
  expired: {
    color: 'ink',
    badge: 'Expired',
    text: 'The deadline passed without an answer, so the money counts as refunded.',
  },
}

/** How far a dispute is, in plain words. A retrieval takes nothing back, whatever becomes of it. */
export function describeDispute({ kind, state, provider }: Pick<ListedDispute, 'kind' | 'state' | 'provider'>): Words {
  const words = STATE_WORDS[state] ?? {
    color: 'amber',
    badge: plain(state),
    text: `See it in ${controlPanelOf(provider)}.`,
  }
  if (kind !== 'retrieval') return words
  if (state === 'open')
    return { ...words, color: 'amber', text: 'The bank wants documents. Your money hasn’t been touched.' }
  return isLostDispute({ kind: null, status: state })
    ? { ...words, text: 'The bank wanted documents. Your money wasn’t touched.' }
    : words
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  chargeback: 'Chargeback: the bank has reversed the charge',
  pre_arbitration: 'Pre-arbitration: the bank disputes it a second time',
  retrieval: 'Retrieval: the bank wants documents',
}

export function kindOf({ kind }: Pick<ListedDispute, 'kind'>): string {
  return kind === null ? 'Not given' : (KIND_WORDS[kind] ?? plain(kind))
}

const REASON_WORDS: Readonly<Record<string, string>> = {
  cancelled_recurring_transaction: 'A subscription was cancelled',
  credit_not_processed: 'A promised refund didn’t arrive',
  duplicate: 'Charged twice',
  fraud: 'Not bought by the cardholder',
  general: 'Not given',
  invalid_account: 'The account isn’t valid',
  not_recognized: 'The cardholder doesn’t recognize it',
  product_not_received: 'The products didn’t arrive',
  product_unsatisfactory: 'The products aren’t as described',
  retrieval: 'The bank wants documents',
  transaction_amount_differs: 'A different amount was agreed on',
}

/** Why the shopper, or the bank, disputes a payment. */
export function reasonOf({ reason }: Pick<ListedDispute, 'reason'>): string {
  return reason === null ? 'Not given' : (REASON_WORDS[reason] ?? plain(reason))
}

/** `some_word` becomes "Some word". */
function plain(word: string): string {
  const text = word.replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
