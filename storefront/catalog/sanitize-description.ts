import { DESCRIPTION_TAGS } from '@shop/contract/catalog'

/** Sanitizes description HTML (R10): allowed tags without attributes, the text of others. */
export async function sanitizeDescription(html: string): Promise<string> {
  if (import.meta.env.SSR) {
    const { default: sanitize } = await import('sanitize-html')
    return sanitize(html, { allowedTags: [...DESCRIPTION_TAGS], allowedAttributes: {} })
  }
  const { default: purify } = await import('dompurify')
  return purify.sanitize(html, {
    ALLOWED_TAGS: [...DESCRIPTION_TAGS],
    ALLOWED_ATTR: [],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}
