/** A statement in the vocabulary of schema.org. */
export type Statement = { '@type': string } & Record<string, unknown>

/** Says to search engines, in their own words, what the page says to people (JSON-LD). It is data, never run. */
export function StructuredData({ data }: { data: Statement }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single `<` cannot leave its element
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toScript(data) }} />
  )
}

/** JSON that may stand in a script element, whatever a name or description holds. */
export function toScript(data: Statement): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c')
}
