import {
  DESCRIPTION_ATTRIBUTES,
  DESCRIPTION_LINK,
  DESCRIPTION_LINK_REL,
  DESCRIPTION_TAGS,
  keepBoundaries,
  SANITIZER_OPTIONS,
} from '@shop/contract/catalog/description'

/** Sanitizes description HTML (R10): allowed tags and attributes, the text of others. */
export async function sanitizeDescription(html: string): Promise<string> {
  if (import.meta.env.SSR) {
    const { default: sanitize } = await import('sanitize-html')
    return sanitize(keepBoundaries(html), SANITIZER_OPTIONS)
  }
  const { default: purify } = await import('dompurify')
  const safe = purify.sanitize(keepBoundaries(html), {
    ALLOWED_TAGS: DESCRIPTION_TAGS,
    ALLOWED_ATTR: DESCRIPTION_ATTRIBUTES,
    ALLOWED_URI_REGEXP: DESCRIPTION_LINK,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  const body = document.createElement('div')
  body.append(safe)
  for (const link of body.querySelectorAll('a')) {
    if (link.hasAttribute('href')) link.rel = DESCRIPTION_LINK_REL
    else link.replaceWith(...link.childNodes)
  }
  return body.innerHTML
}
