/** Something that is wrong with the shop, and how to mend it. */
export type Finding = {
  /** Stable, for programs: `mail_failed`. */
  code: string
  /** `error`: shoppers or the owner miss something already. */
  severity: 'error' | 'warning'
  text: string
  /** What to do, a sentence. */
  remedy: string
}
