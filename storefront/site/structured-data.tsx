/** A JSON-LD object in the vocabulary of schema.org. */
export type Statement = { '@type': string } & Record<string, unknown>

/**
 * Structured data (JSON-LD) for search engines. Only the server renders it: callers pass `null` in the browser, whose
 * build then omits the code that makes it.
 */
export function StructuredData({ data }: { data: Statement | null }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without `<` cannot end its element
      dangerouslySetInnerHTML={{ __html: data === null ? '' : toScript(data) }}
    />
  )
}

/** JSON that is safe within a script element, whatever names and descriptions contain. */
export function toScript(data: Statement): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
}
