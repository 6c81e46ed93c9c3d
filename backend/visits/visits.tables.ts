export type VisitsTables = {
  /** Views of a page on a day; nothing tells one visitor from another (R33). */
  visits: { page: string /** ISO date, UTC. */; day: string; views: number }
}

declare module '../database/tables.ts' {
  interface Tables extends VisitsTables {}
}
