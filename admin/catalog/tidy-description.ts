/**
 * The editor's HTML as descriptions are stored, so that what was not typed does not count as changed: without its paragraphs
 * in list items, and without the empty ones at the end.
 */
export function tidyDescription(html: string): string {
  return html
    .replace(/<li><p>((?:(?!<\/?(?:p|ul|ol|li)>).)*)<\/p><\/li>/gs, '<li>$1</li>')
    .replace(/(?:<p><\/p>)+$/, '')
}
