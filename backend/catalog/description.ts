import { DESCRIPTION_TAGS } from '@shop/contract/catalog'
import sanitizeHtml from 'sanitize-html'

/** A description with nothing but the allowed tags, without attributes; the text of anything else stays (R10). */
export function sanitizeDescription(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...DESCRIPTION_TAGS],
    allowedAttributes: {},
    disallowedTagsMode: 'discard',
  })
}
