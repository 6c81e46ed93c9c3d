import type { DemandKind } from '@shop/contract/demand'

export type VisitsTables = {
  /** Views of a page on a day, without any visitor's data (R33). */
  visits: { page: string /** ISO date, UTC. */; day: string; views: number }
  /** Views of addresses without a page on a day, so many at most. */
  missing_pages: { path: string; day: string; views: number }
  /** What shoppers want on a day, without any shopper's data. `subject`: a product id, or the words of a search. */
  demand: { kind: DemandKind; subject: string; day: string; events: number }
}

declare module '../database/tables.ts' {
  interface Tables extends VisitsTables {}
}
