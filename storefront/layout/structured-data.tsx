/** A statement in the vocabulary of schema.org. */
export type Statement = { '@type': string } & Record<string, unknown>

/**
 * Says to search engines, in their own words, what the page says to people (JSON-LD). It is data, never run, and only
 * the server says it: callers give `null` in the browser, whose build then leaves the making of it out.
 */
export function StructuredData({ data }: { data: Statement | null }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single `<` cannot leave its element
      dangerouslySetInnerHTML={{ __html: data === null ? '' : toScript(data) }}
    />
  )
}

/** JSON that may stand in a script element, whatever a name or description holds. */
export function toScript(data: Statement): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
}
