const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The words of a description without its tags: a line for each paragraph, heading and list item. */
export function plainText(html: string): string {
  return html
    .replace(/<li>/g, '• ')
    .replace(/<br>|<\/(p|h3|li|ul|ol)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}
