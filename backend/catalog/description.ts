import { DESCRIPTION_TAGS } from '@shop/contract/catalog'
import sanitizeHtml from 'sanitize-html'

/** Removes all tags but the allowed ones, and all attributes; the text of removed tags remains (R10). */
export function sanitizeDescription(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...DESCRIPTION_TAGS],
    allowedAttributes: {},
    disallowedTagsMode: 'discard',
  })
}

/** Whether a sanitized description shows anything. */
export function hasText(html: string): boolean {
  return /[^\s]/.test(html.replace(/<[^>]*>/g, '').replace(/&nbsp;/g, ' '))
}
