import { DAY_MS } from '@shop/contract/durations'
import { type CheckContext, type Finding, shorten } from '../../platform/finding.ts'
import { listGoodsProblems } from './goods-problems.repository.ts'

const LONG_SOLD_OUT_DAYS = 30

const CHECKED_GOODS = {
  picture_missing: {
    severity: 'error',
    what: 'have a picture that is not in the shop',
    remedy: 'Add the pictures again.',
  },
  price_zero: { severity: 'error', what: 'cost $0.00', remedy: 'Set the price.' },
  alt_missing: {
    severity: 'warning',
    what: 'have a picture without alternative text, which people who cannot see it need',
    remedy: 'Write what the picture shows.',
  },
  sold_out: {
    severity: 'warning',
    what: `have been sold out for more than ${LONG_SOLD_OUT_DAYS} days`,
    remedy: 'Set the stock, or hide what won’t be restocked.',
  },
} as const satisfies Record<string, { severity: Finding['severity']; what: string; remedy: string }>

/** Published products that can't be sold, or are sold out for long. */
export async function checkGoods({ database, clock }: CheckContext): Promise<Finding[]> {
  const soldOutBefore = new Date(clock().getTime() - LONG_SOLD_OUT_DAYS * DAY_MS)
  const problems = await listGoodsProblems(database, soldOutBefore)
  return Object.entries(CHECKED_GOODS).flatMap(([code, { severity, what, remedy }]) => {
    const names = problems.filter((problem) => problem.code === code).map(({ name }) => name)
    return names.length === 0 ? [] : [{ code, severity, text: `These products ${what}: ${shorten(names)}.`, remedy }]
  })
}
