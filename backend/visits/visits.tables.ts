export type VisitsTables = {
  /** Views of a page on a day, without any visitor's data (R33). */
  visits: { page: string /** ISO date, UTC. */; day: string; views: number }
}

declare module '../database/tables.ts' {
  interface Tables extends VisitsTables {}
}
